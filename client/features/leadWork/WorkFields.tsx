import { CircleDot, UserRound, X } from 'lucide-react';
import { useOfferedActions } from '#client/components/actions/offeredActions.ts';
import { Button } from '#client/components/buttons/Button.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { ChoiceSelect } from '#client/components/forms/ChoiceSelect.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { isSaved, useForm } from '#client/components/forms/useForm.ts';
import { formatMoney } from '#client/lib/format.ts';
import { useDraftFields } from '#client/stores/drafts.ts';
import { useUserStore } from '#client/stores/userStore.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { readAmount } from '#shared/lib/readAmount.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { assigneeChoices } from './assigneeChoices.ts';
import type { LeadChange } from './leadWork.api.ts';

type WorkFieldsProps = {
  lead: WorkedLead;
  ladder: readonly LeadStatus[];
  members: readonly { id: string; name: string }[];
  /** Of a new value. */
  currency: string;
  change: LeadChange;
};

type PartProps = Pick<WorkFieldsProps, 'lead' | 'change'>;

const Tags = ({ lead: { id, tags }, change }: PartProps) => {
  const draft = useDraftFields(`lead ${id} tag`, { text: '' });
  const { onSubmit, register } = useForm({
    draft,
    submit: ({ text }) => {
      const tag = text.trim();
      if (tag !== '' && !tags.includes(tag))
        change.mutate({ tags: [...tags, tag] }, { onError: () => draft.type('text', tag) });
      return tag !== '';
    },
  });
  return (
    <form onSubmit={onSubmit}>
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
                    <span dir="auto" className="truncate">
                      {tag}
                    </span>
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
              {...register('text')}
              maxLength={leadWorkLimits.tag}
              placeholder="Add a tag"
              disabled={tags.length >= leadWorkLimits.tags}
            />
          </>
        )}
      </Field>
    </form>
  );
};

const Value = ({ lead: { id, value }, change, currency: first }: PartProps & Pick<WorkFieldsProps, 'currency'>) => {
  const saved = { amount: value ? String(value.amount) : '', currency: value?.currency ?? first };
  const draft = useDraftFields(`lead ${id} value`, saved);
  const { amount: typed, currency } = draft.texts;
  const isEmpty = typed.trim() === '';
  const isCurrency = /^[A-Z]{3}$/.test(currency);
  const { amount, problem } = readAmount(typed, currency);
  const isChanged = typed !== saved.amount || currency !== saved.currency;
  const error = isEmpty ? undefined : isCurrency ? (problem ?? undefined) : messages.leadWork.unknownCurrency;
  const isPlain = amount !== null && typed.trim() === String(amount);
  const { onSubmit, register, isSubmitting } = useForm({
    draft,
    submit: () =>
      !isEmpty && amount !== null && isCurrency && isSaved(change.mutateAsync({ value: { amount, currency } })),
  });
  return (
    <form onSubmit={onSubmit} className="grid grid-cols-[1fr_5rem_auto] items-start gap-2">
      <Field
        label="Value"
        {...(error === undefined ? {} : { error })}
        hint={amount === null || isPlain || isEmpty ? undefined : formatMoney(amount, currency)}
      >
        {(control) => (
          <TextInput {...control} inputMode="decimal" autoComplete="off" {...register('amount')} placeholder="0.00" />
        )}
      </Field>
      <Field label="Currency">
        {(control) => (
          <TextInput
            {...control}
            {...register('currency')}
            maxLength={3}
            onChange={({ target }) => draft.type('currency', target.value.toUpperCase())}
          />
        )}
      </Field>
      <div className="pt-6">
        <Button type="submit" disabled={isEmpty || error !== undefined || !isChanged} isBusy={isSubmitting}>
          Save
        </Button>
      </div>
    </form>
  );
};

/** Status, assignee, tags, and the value of a won lead. */
export const WorkFields = ({ lead, ladder, members, currency, change }: WorkFieldsProps) => {
  const ownId = useUserStore(({ _id }) => _id);
  const assignees = assigneeChoices(members, ownId);
  useOfferedActions([
    ...ladder.map(({ id, name }) => ({
      key: `status ${id}`,
      label: `Status: ${name}`,
      icon: <CircleDot aria-hidden="true" />,
      isDisabled: id === lead.statusId,
      onSelect: () => change.mutate({ statusId: id }),
    })),
    ...assignees.map(({ value, label }) => ({
      key: `assignee ${value}`,
      label: `Assignee: ${label}`,
      icon: <UserRound aria-hidden="true" />,
      isDisabled: value === (lead.assigneeId ?? ''),
      onSelect: () => change.mutate({ assigneeId: value || null }),
    })),
  ]);
  const isWon = ladder.find(({ id }) => id === lead.statusId)?.meaning === 'won';
  return (
    <div>
      <div className="grid grid-cols-2 gap-x-3">
        <Field label="Status">
          {(control) => (
            <ChoiceSelect {...control} value={lead.statusId} onChoose={(statusId) => change.mutateAsync({ statusId })}>
              {ladder.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </ChoiceSelect>
          )}
        </Field>
        <Field label="Assignee">
          {(control) => (
            <ChoiceSelect
              {...control}
              value={lead.assigneeId ?? ''}
              onChoose={(id) => change.mutateAsync({ assigneeId: id || null })}
            >
              {assignees.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </ChoiceSelect>
          )}
        </Field>
      </div>
      {isWon && <Value lead={lead} currency={currency} change={change} />}
      <Tags lead={lead} change={change} />
    </div>
  );
};
