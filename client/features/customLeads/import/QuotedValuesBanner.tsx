import { useId } from 'react';
import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import { Banner } from '#client/components/states/Banner.tsx';
import { customLeadKeys } from '#shared/customLeadColumns.ts';

type QuotedValuesBannerProps = { isQuoted: boolean; isDisabled: boolean; onChange: (isQuoted: boolean) => void };

/** Warns that values may be in the wrong columns, and offers the other way to read the file. */
export const QuotedValuesBanner = ({ isQuoted, isDisabled, onChange }: QuotedValuesBannerProps) => {
  const id = useId();
  return (
    <Banner tone="warning">
      <p>
        {isQuoted
          ? 'Values in double quotes are read as one, with the commas inside them. Check that every value is in its column.'
          : `Some lines hold double quotes or more than ${customLeadKeys.length} values. Every comma ends a value, so some may be in the wrong column.`}
      </p>
      <div className="mt-1 flex min-h-6 items-center gap-2 font-medium pointer-coarse:min-h-11">
        <Checkbox
          id={id}
          role="switch"
          aria-checked={isQuoted}
          checked={isQuoted}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label htmlFor={id}>Read quoted values</label>
      </div>
    </Banner>
  );
};
