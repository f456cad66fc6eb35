import { assembleImage } from './assembleImage.ts';
import { imageUser } from './imageUser.ts';
import { warmCache } from './warmCache.ts';

/*
 * What the Dockerfile runs: `node scripts/image/assemble.ts FOLDER` puts the program together in FOLDER, where the image
 * has it, and compiles it ahead. As root, from the project's folder.
 */

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder to put the program in');
await assembleImage({ project: process.cwd(), to: folder });
await warmCache(folder, { user: imageUser });
