/** Reads our own pictures back, strictly: what is not well-formed throws. Nothing of the writer is used. */

export interface Element {
	readonly name: string;
	readonly attributes: Readonly<Record<string, string>>;
	/** Text between elements is an element of the name `#text`. */
	readonly children: Element[];
	/** References resolved. */
	readonly text: string;
}

const TOKEN = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([\w:-]+)="([^"<]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** The root element. @throws where the text is not well-formed XML of the plain kind that we write */
export function readXml(text: string): Element {
	const unfit = NOT_XML.exec(text);
	if (unfit !== null) throw new Error(`Character ${unfit[0].codePointAt(0)} cannot stand in XML.`);
	const top: Element = { name: '', attributes: {}, children: [], text: '' };
	const open = [top];
	TOKEN.lastIndex = 0;
	while (TOKEN.lastIndex < text.length) {
		const at = TOKEN.lastIndex;
		const token = TOKEN.exec(text);
		if (token === null) throw new Error(`Not well-formed at ${at}: ${text.slice(at, at + 60)}`);
		const [, closing, name, attributes, empty, content] = token;
		const parent = open[open.length - 1];
		if (content !== undefined)
			parent.children.push({ name: '#text', attributes: {}, children: [], text: resolve(content) });
		else if (closing === '/') {
			if (parent.name !== name) throw new Error(`</${name}> ends <${parent.name}>.`);
			open.pop();
		} else {
			const element: Element = { name, attributes: readAttributes(attributes), children: [], text: '' };
			parent.children.push(element);
			if (empty === '') open.push(element);
		}
	}
	const [root, ...others] = top.children.filter(({ name, text: between }) => name !== '#text' || between.trim() !== '');
	if (open.length !== 1 || others.length > 0) throw new Error('There is not one root that is closed.');
	return root;
}

function readAttributes(text: string): Record<string, string> {
	const attributes: Record<string, string> = {};
	for (const [, name, value] of text.matchAll(ATTRIBUTE)) {
		if (name in attributes) throw new Error(`Attribute ${name} twice.`);
		attributes[name] = resolve(value);
	}
	return attributes;
}

function resolve(text: string): string {
	if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) throw new Error(`A bare & in ${text}`);
	return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]);
}

/** All elements below, the element itself included, in the order of the file. */
export function everyElement(element: Element): Element[] {
	return [element, ...element.children.flatMap(everyElement)];
}

export function byId(root: Element, id: string): Element | undefined {
	return everyElement(root).find((element) => element.attributes['id'] === id);
}

/** Elements of a layer, none without the layer. */
export function inLayer(root: Element, id: string): Element[] {
	const layer = byId(root, id);
	return layer === undefined ? [] : everyElement(layer);
}

/** All text inside, in order. */
export function textOf(element: Element): string {
	return everyElement(element)
		.map(({ text }) => text)
		.join('');
}

/** The texts of a layer. */
export function textsIn(root: Element, layer: string): string[] {
	return inLayer(root, layer)
		.filter(({ name }) => name === 'text')
		.map(textOf);
}

export type Point = readonly [x: number, y: number];

/** The subpaths of path data that uses `M`, `l`, `h`, `v`, `z`; a closed one does not repeat its first point. */
export function readPath(data: string): { points: Point[]; closed: boolean }[] {
	const paths: { points: Point[]; closed: boolean }[] = [];
	let [x, y] = [0, 0];
	for (const [, command, rest] of data.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
		const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
		const current = paths[paths.length - 1];
		if (command === 'M') {
			[x, y] = numbers;
			paths.push({ points: [[x, y]], closed: false });
		} else if (command === 'z') current.closed = true;
		else if (command === 'h') for (const dx of numbers) current.points.push([(x += dx), y]);
		else if (command === 'v') for (const dy of numbers) current.points.push([x, (y += dy)]);
		else if (command === 'l') {
			for (let i = 0; i < numbers.length; i += 2) current.points.push([(x += numbers[i]), (y += numbers[i + 1])]);
		} else throw new Error(`Command ${command}`);
	}
	return paths;
}

/** From pixels to metres, as the root says it. */
export function areaFromPixels(root: Element): (point: Point) => Point {
	const scale = Number(root.attributes['data-scale']);
	const [originX, originY] = root.attributes['data-origin'].split(' ').map(Number);
	return ([x, y]) => [(x - originX) / scale, (originY - y) / scale];
}

/** Shoelace: counter-clockwise is positive. */
export function signedArea(points: readonly Point[]): number {
	return points.reduce((sum, [x, y], i) => {
		const [nextX, nextY] = points[(i + 1) % points.length];
		return sum + (x * nextY - nextX * y) / 2;
	}, 0);
}

/** How often the loops wind about a point. */
export function winding(loops: readonly (readonly Point[])[], [x, y]: Point): number {
	let turns = 0;
	for (const loop of loops) {
		loop.forEach(([ax, ay], i) => {
			const [bx, by] = loop[(i + 1) % loop.length];
			const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
			if (ay <= y && by > y && side > 0) turns++;
			else if (ay > y && by <= y && side < 0) turns--;
		});
	}
	return turns;
}

/** Closed loops in metres of the filled paths of one surface, by the room they belong to. */
export function surfaceLoops(root: Element, layer: string, surface: number, room?: string): Point[][] {
	const toArea = areaFromPixels(root);
	return (byId(root, layer)?.children ?? [])
		.filter(({ name }) => name === 'g')
		.filter((group) => room === undefined || group.attributes['data-room'] === room)
		.flatMap(everyElement)
		.filter(({ attributes }) => attributes['data-surface'] === String(surface) && attributes['fill'] !== 'none')
		.flatMap(({ attributes }) => readPath(attributes['d']))
		.map(({ points }) => points.map(toArea));
}
