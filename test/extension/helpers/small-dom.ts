/** The parts of a document that React and the wallet's pages use, without a browser. */
type Listener = (event: SmallEvent) => void;

/** An event that goes from the document to its target and back. */
export class SmallEvent {
  readonly type: string;
  readonly bubbles: boolean;
  readonly timeStamp = 0;
  readonly cancelable = true;
  readonly button = 0;
  readonly key: string | undefined;
  target: SmallNode | undefined;
  defaultPrevented = false;
  #isStopped = false;

  constructor(type: string, { bubbles = true, key }: { bubbles?: boolean; key?: string } = {}) {
    this.type = type;
    this.bubbles = bubbles;
    this.key = key;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  preventDefault(): void {
    this.defaultPrevented = true;
  }

  stopPropagation(): void {
    this.#isStopped = true;
  }
}

class SmallTarget {
  readonly #listeners: { type: string; isCapture: boolean; listener: Listener }[] = [];

  addEventListener(
    type: string,
    listener: Listener,
    options?: boolean | { capture?: boolean },
  ): void {
    const isCapture = typeof options === 'object' ? options.capture === true : options === true;
    this.#listeners.push({ type, isCapture, listener });
  }

  removeEventListener(type: string, listener: Listener): void {
    const at = this.#listeners.findIndex(
      (known) => known.type === type && known.listener === listener,
    );
    if (at >= 0) this.#listeners.splice(at, 1);
  }

  hear(event: SmallEvent, isCapture: boolean): void {
    for (const known of [...this.#listeners])
      if (known.type === event.type && known.isCapture === isCapture) known.listener(event);
  }
}

export class SmallNode extends SmallTarget {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly ownerDocument: SmallDocument | null;
  readonly childNodes: SmallNode[] = [];
  parentNode: SmallNode | null = null;
  nodeValue = '';

  constructor(nodeType: number, nodeName: string, ownerDocument: SmallDocument | null) {
    super();
    this.nodeType = nodeType;
    this.nodeName = nodeName;
    this.ownerDocument = ownerDocument;
  }

  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null;
  }

  get lastChild(): SmallNode | null {
    return this.childNodes.at(-1) ?? null;
  }

  get nextSibling(): SmallNode | null {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  get textContent(): string {
    return this.nodeType === 3
      ? this.nodeValue
      : this.childNodes.map((c) => c.textContent).join('');
  }

  set textContent(text: string) {
    for (const child of [...this.childNodes]) this.removeChild(child);
    if (text !== '' && this.ownerDocument !== null)
      this.appendChild(this.ownerDocument.createTextNode(text));
  }

  appendChild(child: SmallNode): SmallNode {
    return this.insertBefore(child, null);
  }

  insertBefore(child: SmallNode, before: SmallNode | null): SmallNode {
    child.parentNode?.removeChild(child);
    const at = before === null ? this.childNodes.length : this.childNodes.indexOf(before);
    this.childNodes.splice(at, 0, child);
    child.parentNode = this;
    return child;
  }

  removeChild(child: SmallNode): SmallNode {
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }

  querySelector(selector: string): SmallElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  /** Supports a tag name and attributes with values, such as `input[type="radio"]`. */
  querySelectorAll(selector: string): SmallElement[] {
    const [name = ''] = selector.split('[');
    const wanted = [...selector.matchAll(/\[([\w-]+)="([^"]*)"\]/g)];
    return this.all(
      (element) =>
        (name === '' || element.localName === name) &&
        wanted.every(([, key = '', value]) => element.getAttribute(key) === value),
    );
  }

  /** Returns all visible elements below this node for which `fits` is true, in page order. */
  all(fits: (element: SmallElement) => boolean): SmallElement[] {
    return this.childNodes.flatMap((child) =>
      child instanceof SmallElement && !child.hasAttribute('hidden')
        ? [...(fits(child) ? [child] : []), ...child.all(fits)]
        : [],
    );
  }

  contains(other: SmallNode | null): boolean {
    return other !== null && (other === this || this.contains(other.parentNode));
  }

  /** Dispatches an event. Returns false when a listener prevented the default. */
  dispatchEvent(event: SmallEvent): boolean {
    event.target = this;
    const path: SmallNode[] = [];
    for (let node: SmallNode | null = this; node !== null; node = node.parentNode) path.push(node);
    for (const node of path.toReversed()) if (!event.isStopped) node.hear(event, true);
    for (const node of event.bubbles ? path : [this]) if (!event.isStopped) node.hear(event, false);
    return !event.defaultPrevented;
  }
}

export class SmallElement extends SmallNode {
  readonly namespaceURI: string;
  readonly style: Record<string, unknown> = { setProperty: () => undefined };
  readonly dataset: Record<string, string> = {};
  value: string | undefined;
  checked = false;
  defaultChecked = false;
  selected = false;
  disabled = false;
  defaultValue = '';
  type = '';
  readonly #attributes = new Map<string, string>();

  constructor(name: string, ownerDocument: SmallDocument, namespaceURI: string) {
    super(1, name.toUpperCase(), ownerDocument);
    this.namespaceURI = namespaceURI;
    if (name === 'input') this.type = 'text';
    if (name === 'option')
      Object.defineProperty(this, 'value', {
        get: () => this.getAttribute('value') ?? this.textContent,
      });
  }

  get localName(): string {
    return this.nodeName.toLowerCase();
  }

  get tagName(): string {
    return this.nodeName;
  }

  get options(): SmallElement[] {
    return this.all((element) => element.localName === 'option');
  }

  setAttribute(name: string, value: string): void {
    this.#attributes.set(name, String(value));
    if (name === 'type') this.type = String(value);
    if (name === 'disabled') this.disabled = true;
  }

  removeAttribute(name: string): void {
    this.#attributes.delete(name);
    if (name === 'disabled') this.disabled = false;
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.#attributes.has(name);
  }

  focus(): void {
    if (this.ownerDocument !== null) this.ownerDocument.activeElement = this;
  }

  select(): void {
    this.focus();
  }

  scrollIntoView(): void {
    this.focus();
  }

  getBoundingClientRect() {
    return { top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0, x: 0, y: 0 };
  }

  showModal(): void {
    this.setAttribute('open', '');
  }

  close(): void {
    this.removeAttribute('open');
    this.dispatchEvent(new SmallEvent('close', { bubbles: false }));
  }

  /** Returns the element as HTML, with the present contents of fields and without hidden parts. */
  html(): string {
    if (this.hasAttribute('hidden')) return '';
    const attributes = new Map(this.#attributes);
    if (this.localName === 'input' || this.localName === 'select')
      if (this.value !== undefined) attributes.set('value', this.value);
    if (this.localName === 'input') attributes.set('type', this.type);
    if (this.checked) attributes.set('checked', '');
    const shown = [...attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
    const content = this.childNodes.map((child) =>
      child instanceof SmallElement ? child.html() : escaped(child.nodeValue),
    );
    return `<${this.localName}${shown}>${content.join('')}</${this.localName}>`;
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export class SmallDocument extends SmallNode {
  readonly documentElement: SmallElement;
  readonly body: SmallElement;
  activeElement: SmallElement | null = null;
  defaultView: object | null = null;
  readonly visibilityState = 'visible';
  /** React looks for these properties to find out which events exist. */
  readonly oninput = null;

  constructor() {
    super(9, '#document', null);
    this.documentElement = this.createElement('html');
    this.body = this.createElement('body');
    this.documentElement.appendChild(this.body);
    this.appendChild(this.documentElement);
  }

  createElement(name: string): SmallElement {
    return new SmallElement(name, this, 'http://www.w3.org/1999/xhtml');
  }

  createElementNS(namespace: string, name: string): SmallElement {
    return new SmallElement(name, this, namespace);
  }

  createTextNode(text: string): SmallNode {
    const node = new SmallNode(3, '#text', this);
    node.nodeValue = text;
    return node;
  }
}

/** The window of a document, reduced to the members that React needs. */
export class SmallWindow extends SmallTarget {
  readonly document: SmallDocument;
  readonly event = undefined;
  readonly HTMLIFrameElement = class {};
  readonly setTimeout = globalThis.setTimeout;
  readonly clearTimeout = globalThis.clearTimeout;

  constructor(document: SmallDocument) {
    super();
    this.document = document;
    document.defaultView = this;
  }

  requestAnimationFrame(): number {
    return 0;
  }

  cancelAnimationFrame(): void {
    return;
  }

  matchMedia() {
    const ignore = () => undefined;
    return { matches: false, addEventListener: ignore, removeEventListener: ignore };
  }
}
