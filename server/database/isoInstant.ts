const utcInstant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;
const wholeSecond = '.000';
const timeLength = 'hh:mm:ss.mmm'.length;

/** Converts a PostgreSQL timestamp to the format of `toISOString`. Using a `Date` takes twenty times as long. */
export const isoInstant = (text: string): string => {
  if (!utcInstant.test(text)) return new Date(text).toISOString();
  const time = text.slice(11, -'+00'.length);
  return `${text.slice(0, 10)}T${(time.includes('.') ? time.padEnd(timeLength, '0') : time + wholeSecond).slice(0, timeLength)}Z`;
};
