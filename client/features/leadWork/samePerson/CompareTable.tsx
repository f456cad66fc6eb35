import { useId } from 'react';
import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { cn } from '#client/lib/cn.ts';
import type { ComparedLead, ComparedRow, Take, TakenField } from './compareLeads.ts';

type CompareTableProps = {
  leads: readonly ComparedLead[];
  rows: readonly ComparedRow[];
  /** The id of the surviving lead. */
  into: string;
  /** The ids of the leads to merge. */
  included: readonly string[];
  take: Take;
  onInto: (id: string) => void;
  onInclude: (id: string, isIncluded: boolean) => void;
  onTake: (field: TakenField, id: string) => void;
};

const nameOf = ({ name }: ComparedLead): string => name || 'Without a name';
const choiceStyles = 'flex min-h-8 items-center gap-2 font-normal pointer-coarse:min-h-11';

const Differs = () => (
  <span className="ml-1 text-warning" title="These leads differ">
    <span aria-hidden="true">≠</span>
    <span className="sr-only">, differs</span>
  </span>
);

/** Leads as columns, with the merge options. */
export const CompareTable = ({ leads, rows, into, included, take, onInto, onInclude, onTake }: CompareTableProps) => {
  const group = useId();
  const radio = (name: string, label: string, isChecked: boolean, isDisabled: boolean, onChange: () => void) => (
    <input
      type="radio"
      name={`${group}-${name}`}
      aria-label={label}
      checked={isChecked}
      disabled={isDisabled}
      onChange={onChange}
      className="size-4 shrink-0 accent-accent"
    />
  );
  return (
    <section aria-label="Leads side by side" className="overflow-x-auto rounded-md border border-hairline">
      <table className="w-full border-collapse text-[13px]">
        <thead>
          <tr className="border-b border-hairline">
            <th scope="col" className="sticky left-0 z-10 min-w-24 bg-surface p-2 sm:min-w-32">
              <span className="sr-only">Field</span>
            </th>
            {leads.map((lead) => {
              const isIncluded = included.includes(lead.id);
              return (
                <th key={lead.id} scope="col" className="min-w-40 border-l border-hairline p-2 text-left align-top">
                  <span dir="auto" className="block text-left font-semibold wrap-anywhere">
                    {nameOf(lead)}
                  </span>
                  <label className={choiceStyles} htmlFor={`${group}-${lead.id}`}>
                    <Checkbox
                      id={`${group}-${lead.id}`}
                      checked={isIncluded}
                      onChange={({ target }) => onInclude(lead.id, target.checked)}
                      aria-label={`Merge ${nameOf(lead)}`}
                    />
                    Merge
                  </label>
                  <label className={choiceStyles}>
                    {radio('into', `${nameOf(lead)} carries on`, lead.id === into, !isIncluded, () => onInto(lead.id))}
                    Carries on
                  </label>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, texts, differs, field }, index) => (
            <tr key={`${index} ${label}`} className="border-b border-hairline last:border-b-0">
              <th
                scope="row"
                className="sticky left-0 z-10 bg-surface p-2 text-left align-top font-normal wrap-break-word text-muted"
              >
                {label}
                {differs && <Differs />}
              </th>
              {leads.map((lead, column) => {
                const text = texts[column] ?? '';
                const isIncluded = included.includes(lead.id);
                // Only won leads have a value.
                const isOpen = isIncluded && (field !== 'value' || take.value !== undefined);
                const content =
                  text === '' ? (
                    <NoValue />
                  ) : (
                    <span dir="auto" className="min-w-0 text-left wrap-anywhere">
                      {text}
                    </span>
                  );
                return (
                  <td
                    key={lead.id}
                    className={cn(
                      'border-l border-hairline p-2 align-top',
                      differs ? 'font-medium' : 'text-muted',
                      !isIncluded && 'text-muted line-through',
                    )}
                  >
                    {field !== null && differs ? (
                      <label className="flex items-start gap-2 pointer-coarse:min-h-11">
                        {radio(
                          field,
                          `${label}: ${text || 'none'}, of ${nameOf(lead)}`,
                          take[field] === lead.id,
                          !isOpen,
                          () => onTake(field, lead.id),
                        )}
                        {content}
                      </label>
                    ) : (
                      content
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
