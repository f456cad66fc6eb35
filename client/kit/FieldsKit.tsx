import { useState } from 'react';
import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import { ChoiceSelect } from '#client/components/forms/ChoiceSelect.tsx';
import { FilterMenu } from '#client/components/forms/FilterMenu.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { PasswordInput } from '#client/components/forms/PasswordInput.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { KitState } from './KitSection.tsx';

const Search = () => {
  const [search, setSearch] = useState('');
  return <SearchBox value={search} onSearch={setSearch} />;
};

const Filter = () => {
  const [selected, setSelected] = useState<readonly string[]>(['new']);
  const options = [
    { value: 'new', label: 'New' },
    { value: 'won', label: 'Won' },
  ];
  return <FilterMenu title="Status" options={options} selected={selected} onChange={setSelected} />;
};

const Choice = () => {
  const [value, setValue] = useState('new');
  return (
    <ChoiceSelect aria-label="Saved by itself" value={value} onChoose={async (chosen) => setValue(chosen)}>
      <option value="new">New</option>
      <option value="won">Won</option>
    </ChoiceSelect>
  );
};

const boxes = [
  { label: 'Off' },
  { label: 'On', defaultChecked: true },
  { label: 'Some', isIndeterminate: true },
  { label: 'Off, not now', disabled: true },
  { label: 'On, not now', disabled: true, defaultChecked: true },
];

export const FieldsKit = () => (
  <>
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
      <Field label="Text">{(control) => <TextInput {...control} />}</Field>
      <Choice />
      <Field label="With a hint" hint="As it stands in the address">
        {(control) => <TextInput {...control} placeholder="123456" />}
      </Field>
      <Field label="With an error" error="Please enter a valid email address">
        {(control) => <TextInput {...control} defaultValue="ada@" />}
      </Field>
      <Field label="Disabled">{(control) => <TextInput {...control} disabled defaultValue="Ada Example" />}</Field>
      <Field label="Read only">
        {(control) => <TextInput {...control} readOnly defaultValue="ada@example.test" />}
      </Field>
      <Field label="Password">{(control) => <PasswordInput {...control} autoComplete="off" />}</Field>
      <Field label="Date">{(control) => <TextInput {...control} type="date" defaultValue="2026-11-21" />}</Field>
      <Field label="Choice">
        {(control) => (
          <Select {...control} defaultValue="facebook">
            <option value="google">Google</option>
            <option value="facebook">Facebook</option>
          </Select>
        )}
      </Field>
      <Field label="Choice, not now">
        {(control) => (
          <Select {...control} disabled>
            <option>Google</option>
          </Select>
        )}
      </Field>
    </div>
    <KitState name="Search">
      <Search />
    </KitState>
    <KitState name="Filter">
      <Filter />
    </KitState>
    <KitState name="Tick boxes">
      {boxes.map(({ label, ...box }) => (
        <label key={label} className="flex min-h-8 items-center gap-2 text-[13px] pointer-coarse:min-h-11">
          <Checkbox {...box} />
          {label}
        </label>
      ))}
    </KitState>
  </>
);
