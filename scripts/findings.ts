import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createDetector } from '#server/modules/findings/detector/createDetector.ts';
import { inputEvent } from '#server/modules/findings/detector/events.ts';

/*
 * npm run --silent findings -- INPUT.jsonl > OUTPUT.jsonl    replays stored metrics and writes each finding on the day of its detection
 *
 * docs/FINDINGS.md describes both files.
 */

const [file, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0) {
  process.stderr.write('npm run --silent findings -- INPUT.jsonl > OUTPUT.jsonl\n');
  process.exitCode = 2;
} else {
  const detector = createDetector();
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (text.trim() === '') continue;
    const { data, error } = inputEvent.safeParse(JSON.parse(text));
    if (!data)
      throw new Error(
        `Line ${number}: ${error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`,
      );
    for (const finding of detector.process(data)) process.stdout.write(`${JSON.stringify(finding)}\n`);
  }
}
