import { createContext } from 'react';

/** Where a phone shows the title of the screen; null: above the screen's content. */
export const TitlePlace = createContext<HTMLElement | null>(null);
