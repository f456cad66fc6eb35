import { createContext } from 'react';

/** Where filters stand: each below its own button, or all open in a sheet. */
export const FilterPlace = createContext<'menus' | 'sheet'>('menus');
