/** Picture in link previews. Drawn by `npm run icons`. */
export const cardImage = {
  path: '/og-image.png',
  type: 'image/png',
  width: 1200,
  height: 630,
  /** Shown on the picture and as the heading of the landing page. */
  sentence: 'Your ad campaigns and leads, in one calm place',
} as const;
