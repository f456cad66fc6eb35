/** The picture that a link to Leadlight shows in chats and networks; `npm run icons` draws it. */
export const cardImage = {
  path: '/og-image.png',
  type: 'image/png',
  width: 1200,
  height: 630,
  /** Stands on the picture, and as the heading of the landing page. */
  sentence: 'Your ad campaigns and leads, in one calm place',
} as const;
