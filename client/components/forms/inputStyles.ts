/** 16 px on touch screens: phones zoom in on smaller text. */
export const inputStyles =
  'block h-9 w-full min-w-0 rounded-md border border-control bg-surface px-3 text-sm text-fg transition-colors duration-100 pointer-coarse:h-11 pointer-coarse:text-base ' +
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-hover disabled:text-muted';
