/** The user `node` of the base image, which runs the program. */
export const imageUser = { uid: 1000, gid: 1000 } as const;

export type ImageUser = { uid: number; gid: number };
