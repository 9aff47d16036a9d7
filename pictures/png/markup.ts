/** Reads the pictures that wokflow writes: elements, attributes, text. Not a reader of any SVG. */

export interface Markup {
	readonly name: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly children: readonly (Markup | string)[];
}

const TOKEN = /<(\/?)([A-Za-z]\w*)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The root element of a picture, and every element by its id. */
export function readMarkup(svg: string): { readonly root: Markup; readonly byId: ReadonlyMap<string, Markup> } {
	const top: { name: string; attributes: Record<string, string>; children: (Markup | string)[] } = {
		name: '',
		attributes: {},
		children: [],
	};
	const open = [top];
	const byId = new Map<string, Markup>();
	for (const [, closing, name, list, empty, content] of svg.matchAll(TOKEN)) {
		const parent = open[open.length - 1];
		if (content !== undefined) {
			// Blanks between elements are no text.
			if (parent.name === 'text' || parent.name === 'tspan') parent.children.push(resolved(content));
		} else if (closing !== '') {
			if (open.length > 1) open.pop();
		} else {
			const attributes: Record<string, string> = {};
			for (const [, key, value] of list.matchAll(ATTRIBUTE)) attributes[key] = resolved(value);
			const element = { name, attributes, children: [] };
			parent.children.push(element);
			if (attributes['id'] !== undefined) byId.set(attributes['id'], element);
			if (empty === '') open.push(element);
		}
	}
	return { root: top.children.find((each): each is Markup => typeof each !== 'string') ?? top, byId };
}

function resolved(text: string): string {
	return text.includes('&') ? text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]) : text;
}
