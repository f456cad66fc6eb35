import type { Profile } from './generate.mjs';

export const profiles: Readonly<Record<string, Profile>>;
