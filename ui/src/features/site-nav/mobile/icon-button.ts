/** A square icon button at the right end of a bar. Its icon, not its box, is aligned with the column of the page. */
export const iconButton =
  'flex size-11 -mr-3.25 @max-[17rem]:mr-0 items-center justify-center rounded-md hover:bg-sand';
