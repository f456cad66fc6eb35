import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { weekdays } from '#shared/responseGoal.ts';
import type { OfficeHours } from '#shared/responseGoal.ts';

type OfficeHoursFieldsProps = {
  hours: OfficeHours;
  errors: Partial<Record<string, string>>;
  onChange: (hours: OfficeHours) => void;
};

/** Includes the office's own time zone, because some browsers do not list it. */
const timeZones = (own: string): string[] =>
  [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();

/** Days, times and time zone of an office. */
export const OfficeHoursFields = ({ hours, errors, onChange }: OfficeHoursFieldsProps) => {
  const { days, opens, closes, timeZone } = hours;
  const toggle = (day: number): void =>
    onChange({ ...hours, days: days.includes(day) ? days.filter((each) => each !== day) : [...days, day] });
  return (
    <div className="grid gap-2">
      <fieldset aria-describedby="office-days-message">
        <legend className="mb-1 text-[13px] font-medium">Days</legend>
        <div className="flex flex-wrap gap-x-4">
          {weekdays.map((name, index) => (
            <label key={name} className="flex min-h-8 items-center gap-2 text-[13px] pointer-coarse:min-h-11">
              <Checkbox checked={days.includes(index + 1)} onChange={() => toggle(index + 1)} />
              <abbr title={name} className="no-underline">
                {name.slice(0, 3)}
              </abbr>
            </label>
          ))}
        </div>
        <p id="office-days-message" className="min-h-5 pt-1 text-xs leading-4 text-danger">
          {errors['officeHours.days']}
        </p>
      </fieldset>
      <div className="grid grid-cols-2 gap-x-3">
        <Field label="From" error={errors['officeHours.opens'] ?? errors['officeHours']}>
          {(control) => (
            <TextInput
              {...control}
              type="time"
              name="opens"
              value={opens}
              onChange={({ target }) => onChange({ ...hours, opens: target.value })}
            />
          )}
        </Field>
        <Field label="To" error={errors['officeHours.closes']}>
          {(control) => (
            <TextInput
              {...control}
              type="time"
              name="closes"
              // A time input does not accept 24:00.
              value={closes === '24:00' ? '23:59' : closes}
              onChange={({ target }) => onChange({ ...hours, closes: target.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Time zone" error={errors['officeHours.timeZone']}>
        {(control) => (
          <Select
            {...control}
            value={timeZone}
            onChange={({ target }) => onChange({ ...hours, timeZone: target.value })}
          >
            {timeZones(timeZone).map((name) => (
              <option key={name} value={name}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
};
