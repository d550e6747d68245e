/** A square button that shows one icon, at the right end of a bar: the icon ends with the page's column, not its box. */
export const iconButton =
  'flex size-11 -mr-3.25 @max-[17rem]:mr-0 items-center justify-center rounded-md hover:bg-sand';
