/** Texts of all main headings that appear from now on, however briefly, in order. */
export const watchHeadings = (): ReadonlySet<string | null> => {
  const seen = new Set<string | null>();
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element)
        for (const element of [node, ...node.querySelectorAll('h1')])
          if (element.matches('h1')) seen.add(element.textContent);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return seen;
};
