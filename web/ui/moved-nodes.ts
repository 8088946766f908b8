/** The child of a node that contains another one; null if none does. */
function childOf(parent: Node, inner: Node): Node | null {
  let child: Node | null = inner;
  while (child !== null && child.parentNode !== parent) child = child.parentNode;
  return child;
}

/**
 * Lets React exchange nodes that the browser's translator or an extension has wrapped. Without this, removing
 * such a node throws, and an error replaces the page. Text that changes is still the only content of its
 * element: React would write into the wrapped node, which is no longer on the page.
 */
export function allowMovedNodes(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    const around = childOf(this, node);
    const moved = around?.textContent === node.textContent ? around : node;
    if (moved.parentNode !== null) removeChild.call(moved.parentNode, moved);
    return node;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && childOf(this, before)) as T;
  };
}
