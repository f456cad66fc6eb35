import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { telOf } from '#client/components/buttons/telOf.ts';

/** A number that can be called. Any other text stays text. */
export const PhoneLink = ({ number }: { number: string }) => {
  if (number === '') return <NoValue />;
  const tel = telOf(number);
  return tel === null ? (
    number
  ) : (
    <a href={tel} className={linkStyles}>
      {number}
    </a>
  );
};
