/** A platform's mark; decorative, the name stands beside it. */
export { PlatformMark as PlatformIcon } from '#client/landing/PlatformMark.tsx';
