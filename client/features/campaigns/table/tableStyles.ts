/* Sticky cells need their own fill, or the cells that scroll under them show through. */
export const headCell =
  'sticky top-0 z-10 h-9 border-b border-hairline bg-surface text-xs font-medium whitespace-nowrap text-muted';
export const bodyCell =
  'h-12 max-sm:h-21 border-b border-hairline bg-surface group-hover:bg-hover group-data-selected:bg-accent-tint';
/** Line heights in whole pixels: fractions would misalign the sticky cells with the other cells. */
export const footCell = 'h-10 border-t border-hairline bg-surface py-1 leading-5';

/** The expand buttons and the names stay in sight while the table scrolls sideways. Names fill the available width. */
export const openColumn = 'sticky left-0 z-10 w-9 min-w-9 p-0 print:hidden';
export const nameColumn =
  'sticky left-9 z-10 w-[clamp(10rem,26cqw,20rem)] max-w-[clamp(10rem,26cqw,20rem)] min-w-[clamp(10rem,26cqw,20rem)] border-r border-hairline pr-3 max-sm:w-full max-sm:max-w-0 max-sm:min-w-0 max-sm:border-r-0';
