/** What a part of Leadlight does, point by point. */
export const Points = ({ points }: { points: readonly { title: string; text: string }[] }) => (
  <dl className="mt-8 space-y-6">
    {points.map(({ title, text }) => (
      <div key={title} className="border-l-2 border-accent pl-5">
        <dt className="text-base font-semibold">{title}</dt>
        <dd className="mt-1 text-base text-pretty text-muted">{text}</dd>
      </div>
    ))}
  </dl>
);
