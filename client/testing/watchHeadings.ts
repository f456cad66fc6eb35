/** The text of every main heading that stands on the page from now on, however briefly, in order of appearance. */
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
