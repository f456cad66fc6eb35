import { X } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { useUserStore } from '#client/stores/userStore.ts';
import type { LeadDetail } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import type { LeadChange } from './leadWork.api.ts';

type WorkFieldsProps = {
  lead: LeadDetail;
  ladder: readonly LeadStatus[];
  members: readonly { id: string; name: string }[];
  change: LeadChange;
};

type PartProps = Pick<WorkFieldsProps, 'lead' | 'change'>;

const Tags = ({ lead: { tags }, change }: PartProps) => {
  const [text, setText] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const tag = text.trim();
    if (tag === '') return;
    setText('');
    if (!tags.includes(tag)) change.mutate({ tags: [...tags, tag] }, { onError: () => setText(tag) });
  };
  return (
    <form onSubmit={add}>
      <Field label="Tags" hint={tags.length === 0 ? 'Enter adds a tag' : undefined}>
        {(control) => (
          <>
            {tags.length > 0 && (
              <ul className="mb-2 flex flex-wrap gap-1">
                {tags.map((tag) => (
                  <li
                    key={tag}
                    className="inline-flex h-7 max-w-full items-center gap-1 rounded-sm border border-hairline bg-hover pl-2 text-xs"
                  >
                    <span className="truncate">{tag}</span>
                    <button
                      type="button"
                      aria-label={`Remove the tag ${tag}`}
                      className="grid size-6 place-items-center rounded-sm text-muted hover:text-fg"
                      onClick={() => change.mutate({ tags: tags.filter((each) => each !== tag) })}
                    >
                      <X aria-hidden="true" className="size-3.5" />
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <TextInput
              {...control}
              value={text}
              maxLength={leadWorkLimits.tag}
              placeholder="Add a tag"
              disabled={tags.length >= leadWorkLimits.tags}
              onChange={({ target }) => setText(target.value)}
            />
          </>
        )}
      </Field>
    </form>
  );
};

const Value = ({ lead: { value }, change }: PartProps) => {
  const [amount, setAmount] = useState(value ? String(value.amount) : '');
  const [currency, setCurrency] = useState(value?.currency ?? 'EUR');
  const number = Number(amount.replace(',', '.'));
  const isValid = amount.trim() !== '' && Number.isFinite(number) && number >= 0 && /^[A-Z]{3}$/.test(currency);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isValid) change.mutate({ value: { amount: number, currency } });
  };
  return (
    <form onSubmit={save} className="grid grid-cols-[1fr_5rem_auto] items-end gap-2">
      <Field label="Value">
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            value={amount}
            placeholder="0.00"
            onChange={({ target }) => setAmount(target.value)}
          />
        )}
      </Field>
      <Field label="Currency">
        {(control) => (
          <TextInput
            {...control}
            value={currency}
            maxLength={3}
            onChange={({ target }) => setCurrency(target.value.toUpperCase())}
          />
        )}
      </Field>
      <div className="pb-5">
        <Button type="submit" disabled={!isValid} isBusy={change.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
};

/** Status, assignee, tags, and the value of a won lead. */
export const WorkFields = ({ lead, ladder, members, change }: WorkFieldsProps) => {
  const ownId = useUserStore(({ _id }) => _id);
  const isWon = ladder.find(({ id }) => id === lead.statusId)?.meaning === 'won';
  return (
    <div>
      <div className="grid grid-cols-2 gap-x-3">
        <Field label="Status">
          {(control) => (
            <Select
              {...control}
              value={lead.statusId}
              disabled={change.isPending}
              onChange={({ target }) => change.mutate({ statusId: target.value })}
            >
              {ladder.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Assignee">
          {(control) => (
            <Select
              {...control}
              value={lead.assigneeId ?? ''}
              disabled={change.isPending}
              onChange={({ target }) => change.mutate({ assigneeId: target.value || null })}
            >
              <option value="">Nobody</option>
              {members.map(({ id, name }) => (
                <option key={id} value={id}>
                  {id === ownId ? `${name} (you)` : name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {isWon && <Value key={lead.version} lead={lead} change={change} />}
      <Tags lead={lead} change={change} />
    </div>
  );
};
