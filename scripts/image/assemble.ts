import { assembleImage } from './assembleImage.ts';
import { imageUser } from './startImage.ts';
import { warmCache } from './warmCache.ts';

/*
 * The Dockerfile runs `node scripts/image/assemble.ts FOLDER` as root in the project's folder. It assembles the program in
 * FOLDER, its path in the image, and fills the compile cache.
 */

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder to put the program in');
await assembleImage({ project: process.cwd(), to: folder });
await warmCache(folder, { user: imageUser });
