import type { CDPSession, Page } from 'playwright-core';

/** A node of Chromium's accessibility tree, which screen readers read. */
interface TreeNode {
  /** Id of the node's element in the DOM. */
  readonly id: number | undefined;
  readonly role: string;
  readonly name: string;
  /** Level of a heading; undefined for other nodes. */
  readonly level: number | undefined;
}

type BrowserNode = Awaited<ReturnType<typeof readNodes>>[number];

const readNodes = async (session: CDPSession) =>
  (await session.send('Accessibility.getFullAXTree')).nodes;

function treeNode({ backendDOMNodeId, role, name, properties = [] }: BrowserNode): TreeNode {
  const level: unknown = properties.find((property) => property.name === 'level')?.value.value;
  return {
    id: backendDOMNodeId,
    role: String(role?.value ?? ''),
    name: String(name?.value ?? '').trim(),
    level: typeof level === 'number' ? level : undefined,
  };
}

export async function openTree(page: Page) {
  const session = await page.context().newCDPSession(page);
  return {
    async nodes(): Promise<readonly TreeNode[]> {
      const nodes = await readNodes(session);
      const byId = new Map(nodes.map((node) => [node.nodeId, node]));
      const inOrder = (id: string): TreeNode[] => {
        const node = byId.get(id);
        if (node === undefined) return [];
        const below = (node.childIds ?? []).flatMap(inOrder);
        return node.ignored ? below : [treeNode(node), ...below];
      };
      return inOrder(nodes[0]?.nodeId ?? '');
    },
    async focused(): Promise<TreeNode> {
      const { result } = await session.send('Runtime.evaluate', {
        expression: 'document.activeElement',
      });
      const { nodes } = await session.send('Accessibility.getPartialAXTree', {
        objectId: result.objectId ?? '',
        fetchRelatives: false,
      });
      const [node] = nodes;
      if (node === undefined) throw new Error('the element with the focus has no node');
      return treeNode(node);
    },
    close: () => session.detach(),
  };
}

/** Returns the problems in the lists of landmarks and headings that screen readers offer. */
export function outlineFindings(nodes: readonly TreeNode[]): readonly string[] {
  const headings = nodes.filter(({ role }) => role === 'heading');
  const titles = headings.filter(({ level }) => level === 1).length;
  const mains = nodes.filter(({ role }) => role === 'main').length;
  return [
    ...(mains === 1 ? [] : [`${mains} main regions`]),
    ...(titles > 1 ? [`${titles} headings 1`] : []),
    ...(headings[0]?.level === 1 ? [] : [`the first heading is ${headings[0]?.name ?? 'missing'}`]),
    ...headings
      .filter(({ level = 0 }, at) => at > 0 && level > (headings[at - 1]?.level ?? 0) + 1)
      .map(({ name }) => `a level is missing above the heading "${name}"`),
    ...headings
      .filter(({ name }) => name === '')
      .map(({ level }) => `a heading ${level} without a name`),
  ];
}
