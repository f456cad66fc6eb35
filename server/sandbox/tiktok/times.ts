/** TikTok: times are `YYYY-MM-DD HH:MM:SS` in UTC. */
export function utcTime(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
