import { createDetector } from '#server/modules/findings/detector/createDetector.ts';
import type { Finding } from '#server/modules/findings/detector/Finding.ts';
import { inputEvent } from '#server/modules/findings/detector/events.ts';

/** All findings of a set, in the order of detection. */
export const replay = (lines: readonly string[]): Finding[] => {
  const detector = createDetector();
  return lines.flatMap((line) => detector.process(inputEvent.parse(JSON.parse(line))));
};

const readOf = (line: string): string => line.slice(9, 19);

/** Whether input truncated after a day produces the same findings as the whole input up to that day. */
export const isUnchangedByTheFuture = (lines: readonly string[], findings: readonly Finding[]): boolean => {
  const reads = [...new Set(lines.map(readOf))];
  return [0.45, 0.8].every((part) => {
    const until = reads[Math.floor(reads.length * part)] ?? '';
    const said = replay(lines.filter((line) => readOf(line) <= until));
    return JSON.stringify(said) === JSON.stringify(findings.filter(({ detectedOn }) => detectedOn <= until));
  });
};
