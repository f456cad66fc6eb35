import { DndContext, MouseSensor, TouchSensor, useDndContext, useSensor, useSensors } from '@dnd-kit/core';
import type { DndContextProps, TouchSensorOptions } from '@dnd-kit/core';
import { useEffect } from 'react';

const mouse = { activationConstraint: { distance: 6 } };
const touch: TouchSensorOptions = {
  // Before that, a finger scrolls.
  activationConstraint: { delay: 350, tolerance: 6 },
  // A handle does not scroll, so it drags at once.
  bypassActivationConstraint: ({ activeNode }) => activeNode.activatorNode.current !== null,
};

/** Scrolls while the pointer is within this part of the edge of what scrolls, or beyond the edge. */
const autoScroll = { threshold: { x: 0.12, y: 0.12 }, acceleration: 6 };

const silent = () => undefined;
/** Screens announce moves in their own words, and offer keys for them. */
const accessibility = {
  announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent },
  screenReaderInstructions: { draggable: '' },
};

/** Escape ends the drag, but does not close the dialog around it. */
const KeepDialogOpen = () => {
  const isDragging = useDndContext().active !== null;
  useEffect(() => {
    if (!isDragging) return undefined;
    const ending = new AbortController();
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') event.preventDefault();
      },
      { capture: true, signal: ending.signal },
    );
    return () => ending.abort();
  }, [isDragging]);
  return null;
};

type DragAreaProps = Pick<DndContextProps, 'collisionDetection' | 'onDragEnd' | 'children'> & {
  /** Whether a part scrolls while the pointer is at its edge. Undefined: each one around the target. */
  canScroll?: (part: Element) => boolean;
};

/**
 * Drags by mouse, and by a finger that is held. Uses `useDraggable`, `useDroppable` and `useSortable` of dnd-kit inside. All
 * of them must have equally many scrollable ancestors: dnd-kit would use the edges of one for another.
 */
export const DragArea = ({ children, canScroll, ...props }: DragAreaProps) => (
  <DndContext
    {...props}
    sensors={useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch))}
    autoScroll={{ ...autoScroll, canScroll }}
    accessibility={accessibility}
  >
    {children}
    <KeepDialogOpen />
  </DndContext>
);
