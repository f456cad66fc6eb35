import type { Finding } from '#shared/contracts/findings.ts';
import { findingSentence } from '#shared/findingSentence.ts';

/** The finding as a sentence, with the name of its object emphasized. */
export const FindingSentence = ({ finding }: { finding: Finding }) => {
  const { text, nameAt } = findingSentence(finding);
  const nameEnd = nameAt + finding.entity.name.length;
  return (
    <>
      {text.slice(0, nameAt)}
      <b className="font-semibold wrap-anywhere">{text.slice(nameAt, nameEnd)}</b>
      {text.slice(nameEnd)}
    </>
  );
};
