import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { useLeadFacets } from '#client/features/leadWork/leadWork.api.ts';
import type { WorkAddress } from '#client/features/leadWork/useWorkAddress.ts';
import { readParams, textsOf } from '#client/lib/address/address.ts';
import { leadValueFilters } from '#client/lib/address/leadsAddress.ts';
import { messages } from '#shared/messages.ts';

type Option = { id: string; name: string };

const toOption = (text: string): Option => ({ id: text, name: text });

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
};

/** A filter by one of the existing values. Keeps the selected value even if no recent lead has it. */
const Choice = ({ label, value, options, onChange }: ChoiceProps) => {
  const isKnown = value === '' || options.some(({ id }) => id === value);
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">Any</option>
          {(isKnown ? options : [toOption(value), ...options]).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
};

type DayChoiceProps = Pick<ChoiceProps, 'label' | 'value' | 'onChange'>;

const DayChoice = ({ label, value, onChange }: DayChoiceProps) => {
  /** A year while it is being typed, such as `0202`. */
  const [unfinished, setUnfinished] = useState<string | null>(null);
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          value={unfinished ?? value}
          onChange={({ target }) => {
            const isUnfinished = target.value.startsWith('0');
            setUnfinished(isUnfinished ? target.value : null);
            if (!isUnfinished) onChange(target.value);
          }}
          onBlur={() => setUnfinished(null)}
          className="tabular-nums"
        />
      )}
    </Field>
  );
};

/** Filters by form, campaign, tag, arrival day and answer. Offers the values of recent leads. */
export const ValueFilters = ({ address }: { address: WorkAddress }) => {
  const { filter, question } = address;
  const { data, isError, isFetching, refetch } = useLeadFacets();
  const { forms = [], campaigns = [], tags = [], questions = [] } = data ?? {};
  const answers = questions.find(({ name }) => name === question)?.answers ?? [];
  const choice = (label: string, name: keyof typeof leadValueFilters, options: readonly Option[]) => (
    <Choice label={label} value={address[name]} options={options} onChange={(value) => filter({ [name]: value })} />
  );
  return (
    <fieldset aria-busy={isFetching}>
      <legend className="sr-only">More filters</legend>
      {isError && (
        <div className="mb-2 flex items-center justify-between gap-2 text-[13px] text-muted">
          {messages.leadWork.facetsFailed}
          <Button size="sm" onClick={() => void refetch()} isBusy={isFetching}>
            Retry
          </Button>
        </div>
      )}
      {choice('Form', 'form', forms)}
      {choice('Campaign', 'campaign', campaigns)}
      {choice('Tag', 'tag', tags.map(toOption))}
      <div className="grid grid-cols-2 gap-x-2">
        <DayChoice label="Arrived from" value={address.since} onChange={(since) => filter({ since })} />
        <DayChoice label="Until" value={address.until} onChange={(until) => filter({ until })} />
      </div>
      <Choice
        label="Question"
        value={question}
        options={questions.map(({ name }) => toOption(name))}
        onChange={(chosen) => filter({ question: chosen, answer: '' })}
      />
      {question !== '' && choice('Answer', 'answer', answers.map(toOption))}
      <div className="flex justify-end">
        <Button
          size="sm"
          variant="ghost"
          disabled={Object.keys(textsOf(leadValueFilters, address)).length === 0}
          onClick={() => filter(readParams(leadValueFilters, ''))}
        >
          Clear
        </Button>
      </div>
    </fieldset>
  );
};
