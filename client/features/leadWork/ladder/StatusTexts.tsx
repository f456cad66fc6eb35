import { Select } from '#client/components/forms/Select.tsx';
import { formatInteger } from '#client/lib/format.ts';
import { knownMeanings } from '#shared/leadStatuses.ts';
import type { LeadStatusUse } from '#shared/contracts/leadWork.ts';
import type { LadderDraft } from './ladderDraft.ts';

type StatusTextsProps = {
  texts: LeadStatusUse['texts'];
  draft: LadderDraft;
  onChange: (text: string, statusId: string | null) => void;
};

/** Maps imported status texts to statuses. */
export const StatusTexts = ({ texts, draft, onChange }: StatusTextsProps) => {
  const meant = (given: string): string => {
    const text = given.trim().toLowerCase();
    const named = draft.steps.find(({ name }) => name.trim().toLowerCase() === text);
    if (named) return `${named.name} (same name)`;
    const known = Object.entries(knownMeanings).find(([each]) => each === text)?.[1];
    const step = draft.steps.find(({ meaning }) => meaning === (known ?? 'new'));
    return `${step?.name ?? 'New'} (${known ? 'known meaning' : 'unknown'})`;
  };
  return (
    <section className="mt-4 border-t border-hairline pt-4">
      <h3 className="text-[13px] font-semibold">Imported statuses</h3>
      <p className="mt-1 mb-2 text-xs text-muted">
        An imported lead has the status that its text means here, until somebody changes it.
      </p>
      <ul className="max-h-72 overflow-y-auto">
        {texts.map(({ text, leads, statusId, isMapped }) => {
          const chosen = Object.hasOwn(draft.texts, text) ? draft.texts[text] : isMapped ? statusId : null;
          const isThere = draft.steps.some(({ id }) => id !== null && id === chosen);
          return (
            <li key={text} className="flex items-center gap-2 py-1 text-[13px]">
              <span dir="auto" className="mr-auto min-w-0 truncate" title={text}>
                {text}
              </span>
              <span className="shrink-0 text-xs text-muted tabular-nums">
                {formatInteger(leads)} {leads === 1 ? 'lead' : 'leads'}
              </span>
              <Select
                aria-label={`Status of leads with the text ${text}`}
                className="w-48 shrink-0 max-sm:w-40"
                value={isThere ? (chosen ?? '') : ''}
                onChange={({ target }) => onChange(text, target.value || null)}
              >
                <option value="">{meant(text)}</option>
                {draft.steps.map(({ key, id, name }) =>
                  id === null ? null : (
                    <option key={key} value={id}>
                      {name}
                    </option>
                  ),
                )}
              </Select>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
