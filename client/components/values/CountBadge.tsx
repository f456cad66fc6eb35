/** A number on a button. Nothing for zero. */
export const CountBadge = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums">
      {count}
    </span>
  );
