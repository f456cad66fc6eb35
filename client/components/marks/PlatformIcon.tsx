/** A platform's mark; decorative, the name stands beside it. */
export { PlatformMark as PlatformIcon } from './PlatformMark.tsx';
