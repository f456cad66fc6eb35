import { ChoiceSelect } from '#client/components/forms/ChoiceSelect.tsx';
import { countOf } from '#client/lib/countOf.ts';
import type { ReadColumn } from '#shared/leadFiles/LeadReading.ts';
import { fieldGroups, isBecomes } from './columnFields.ts';
import { Disclosure } from './Disclosure.tsx';
import type { PreviewColumn } from './importTasks.ts';

type Becomes = ReadColumn['becomes'];

/** `12 columns · 4 answers · left out: Notes` */
const describeColumns = (columns: readonly PreviewColumn[]): string => {
  const answers = columns.filter(({ becomes }) => becomes === 'answer').length;
  const leftOut = columns.filter(({ becomes }) => becomes === 'nothing').map(({ name }) => name);
  return [
    countOf(columns.length, 'column'),
    answers > 0 && countOf(answers, 'answer'),
    leftOut.length > 0 && `left out: ${leftOut.join(', ')}`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
};

type ColumnListProps = {
  columns: readonly PreviewColumn[];
  isOpenAtFirst: boolean;
  isDisabled: boolean;
  onChoose: (name: string, becomes: Becomes) => Promise<void>;
};

/** What each column of a file becomes, with a menu to change it. */
export const ColumnList = ({ columns, isOpenAtFirst, isDisabled, onChoose }: ColumnListProps) => (
  <Disclosure summary={describeColumns(columns)} isOpenAtFirst={isOpenAtFirst}>
    <div
      aria-hidden="true"
      className="flex items-center justify-between gap-3 px-3 py-1.5 text-xs font-medium text-muted"
    >
      <span>In the file</span>
      <span className="w-36 sm:w-48">In Leadlight</span>
    </div>
    <ul className="max-h-72 overflow-y-auto border-t border-hairline">
      {columns.map(({ name, example, becomes }, index) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- two columns may have the same name
          key={index}
          className="flex items-center gap-3 border-b border-hairline px-3 py-1.5 last:border-b-0"
        >
          <div className="min-w-0 flex-1 text-[13px]">
            <p dir="auto" className="truncate" title={name}>
              {name}
            </p>
            {example !== '' && (
              <p dir="auto" className="truncate text-xs text-muted">
                {example}
              </p>
            )}
          </div>
          <ChoiceSelect
            aria-label={`${name} becomes`}
            className="w-36 shrink-0 sm:w-48"
            value={becomes}
            disabled={isDisabled}
            onChoose={async (value) => {
              if (isBecomes(value)) await onChoose(name, value);
            }}
          >
            <option value="answer">Answer</option>
            <option value="nothing">Leave out</option>
            {fieldGroups.map(({ label, fields }) => (
              <optgroup key={label} label={label}>
                {Object.entries(fields).map(([field, text]) => (
                  <option key={field} value={field}>
                    {text}
                  </option>
                ))}
              </optgroup>
            ))}
          </ChoiceSelect>
        </li>
      ))}
    </ul>
  </Disclosure>
);
