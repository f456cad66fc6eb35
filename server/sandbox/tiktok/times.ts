/** TikTok: times are `YYYY-MM-DD HH:MM:SS` in UTC. */
export const utcTime = (unixSeconds: number): string =>
  new Date(unixSeconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
