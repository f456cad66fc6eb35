import { useId } from 'react';
import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import { Banner } from '#client/components/states/Banner.tsx';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { ImportSummary } from './importTasks.ts';

type SwitchProps = { label: string; isOn: boolean; isDisabled: boolean; onChange: (isOn: boolean) => void };

const Switch = ({ label, isOn, isDisabled, onChange }: SwitchProps) => {
  const id = useId();
  return (
    <div className="flex min-h-6 items-center gap-2 text-[13px] pointer-coarse:min-h-11">
      <Checkbox
        id={id}
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
};

type ReadingSwitchProps = {
  summary: ImportSummary;
  isDisabled: boolean;
  onChange: (isLiteral: boolean) => void;
};

const columnCount = customLeadKeys.length;

/** Warns that values may be in the wrong columns, and offers the other way to read the file. */
export const ReadingSwitch = ({ summary: { isLiteral, isOwnFile }, isDisabled, onChange }: ReadingSwitchProps) => {
  if (isOwnFile)
    return (
      <Banner tone="warning">
        <p>
          {isLiteral
            ? `Some lines hold double quotes or more than ${columnCount} values. Every comma ends a value, so some may be in the wrong column.`
            : 'Values in double quotes are read as one, with the commas inside them. Check that every value is in its column.'}
        </p>
        <div className="mt-1 font-medium">
          <Switch
            label="Read quoted values"
            isOn={!isLiteral}
            isDisabled={isDisabled}
            onChange={(isQuoted) => onChange(!isQuoted)}
          />
        </div>
      </Banner>
    );
  const literalSwitch = (
    <Switch
      label="Read columns in the order of the sample"
      isOn={isLiteral}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  );
  if (!isLiteral) return literalSwitch;
  return (
    <Banner tone="warning">
      <p>
        Every comma ends a value. The first line and values after the 22nd are left out. Check that every value is in
        its column.
      </p>
      <div className="mt-1 font-medium">{literalSwitch}</div>
    </Banner>
  );
};
