export { PlatformMark as PlatformIcon } from './PlatformMark.tsx';
