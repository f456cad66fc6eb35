import * as z from 'zod';

const facts = z.object({
  findings: z.array(z.object({ sentence: z.string(), atStake: z.string().nullable() })),
});

const maxCharacters = 900;

/** Puts the given sentences one after the other, while there is room. */
function writeHonestly(question: string): string {
  const { findings } = facts.parse(JSON.parse(question));
  const sentences = findings.map(({ sentence, atStake }) =>
    atStake === null ? `${sentence}.` : `${sentence}. At stake so far: ${atStake}.`,
  );
  let text = 'The largest findings come at the beginning.';
  for (const sentence of sentences)
    if (text.length + 1 + sentence.length <= maxCharacters) text = `${text} ${sentence}`;
  return text;
}

/** Raises the last digit of the first number. */
const changeNumber = (text: string): string =>
  text.replace(/\d+/, (digits) => digits.slice(0, -1) + String((Number(digits.at(-1)) + 1) % 10));

/** What each model of the sandbox answers. Only the first one is honest. */
export const WRITERS: ReadonlyMap<string, (question: string) => string> = new Map([
  ['sandbox-writer', writeHonestly],
  ['sandbox-wrong-number', (question: string) => changeNumber(writeHonestly(question))],
  ['sandbox-number-in-words', (question: string) => `${writeHonestly(question)} It was seventeen in the week before.`],
  ['sandbox-unknown-name', (question: string) => `${writeHonestly(question)} Look at “Ada Lovelace” as well.`],
  ['sandbox-markup', (question: string) => `${writeHonestly(question)} **Details** <b>below</b>`],
  ['sandbox-nonsense', () => 'Lorem ipsum dolor sit amet, consetetur sadipscing elitr.'],
]);
