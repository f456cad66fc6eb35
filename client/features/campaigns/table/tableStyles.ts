/* Sticky cells need their own fill, or the cells that scroll under them show through. */
export const headCell =
  'sticky top-0 z-10 h-9 border-b border-hairline bg-surface text-xs font-medium whitespace-nowrap text-muted';
export const bodyCell =
  'h-12 border-b border-hairline bg-surface group-hover:bg-hover group-data-selected:bg-accent-tint';
/** Whole pixels in each line, or the cells that stay in sight would be drawn beside the others. */
export const footCell = 'h-10 border-t border-hairline bg-surface py-1 leading-5';

/** The column of the buttons that open rows, and the names beside it, stay in sight. Names are as wide as the table has room. */
export const openColumn = 'sticky left-0 z-10 w-9 min-w-9 p-0 print:hidden';
export const nameColumn =
  'sticky left-9 z-10 w-[clamp(10rem,26cqw,20rem)] max-w-[clamp(10rem,26cqw,20rem)] min-w-[clamp(10rem,26cqw,20rem)] border-r border-hairline pr-3';
