/** A square button that shows one icon. */
export const iconButton = 'flex size-11 items-center justify-center rounded-md hover:bg-sand';
