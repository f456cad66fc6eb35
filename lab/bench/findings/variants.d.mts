import type { Profile, Shape } from './generate.mjs';

export const variants: Readonly<Record<string, Profile>>;
export const variantShapes: Readonly<Record<string, Shape>>;
