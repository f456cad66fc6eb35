/** A share as a bar, for eyes only: the number stands beside it. The colour is that of its text. */
export const ShareBar = ({ share }: { share: number }) => (
  <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-hover">
    <span
      style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }}
      className="block h-full min-w-0.5 rounded-full bg-current"
    />
  </span>
);
