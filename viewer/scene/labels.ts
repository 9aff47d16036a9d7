import { type Camera, Vector3 } from 'three';
import type { Vec3 } from '../../src/math/vec3.ts';
import { element } from '../page/dom.ts';
import type { Label } from './picture-labels.ts';

/** How many labels are shown at a time. */
const MOST = 160;
/** Longer texts of labels are cut off, in pixels (`page.css` says so, too). */
const WIDEST = 200;
/** Which come first where there is no room for all. */
const ORDER: readonly Label['kind'][] = [
	'point',
	'error',
	'warning',
	'room',
	'link',
	'object',
	'hook',
	'thing',
	'place',
	'info',
];

/** Names of small rooms stand this far beside their points where other labels cover these: heights of the label, downwards. */
const ASIDE: readonly number[] = [0, -1, 1, -2, 2];

/** Where labels may be, in pixels of the window. */
export interface LabelPane {
	/** The picture. */
	readonly x: number;
	readonly width: number;
	readonly height: number;
	/** What panels leave free. */
	readonly left: number;
	readonly right: number;
}

interface Box {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** Writes labels over the picture. None covers another; a label without space is left out until the view comes nearer. */
export class Labels {
	readonly #layer: HTMLElement;
	readonly #pen = document.createElement('canvas').getContext('2d');
	#labels: readonly Label[] = [];
	readonly #nodes = new Map<Label, HTMLElement>();
	readonly #sizes = new Map<Label, readonly [number, number]>();
	#shown: { readonly label: Label; readonly x: number; readonly y: number }[] = [];

	constructor(layer: HTMLElement) {
		this.#layer = layer;
	}

	set(labels: readonly Label[]): void {
		const rank = (label: Label): number => ORDER.indexOf(label.kind);
		this.#labels = [...labels].sort((a, b) => rank(a) - rank(b));
		for (const node of this.#nodes.values()) node.remove();
		this.#nodes.clear();
		this.#sizes.clear();
	}

	/** What is shown just now, with the pixel that its point lies at. */
	get shown(): readonly { readonly label: Label; readonly x: number; readonly y: number }[] {
		return this.#shown;
	}

	place(camera: Camera, origin: Vec3, pane: LabelPane): void {
		const taken: Box[] = [];
		const point = new Vector3();
		const shown = new Set<Label>();
		this.#shown = [];
		for (const label of this.#labels) {
			if (shown.size >= MOST) break;
			point.set(label.at[0] - origin[0], label.at[1] - origin[1], label.at[2] - origin[2]).project(camera);
			if (point.z < -1 || point.z > 1 || Math.abs(point.x) > 1 || Math.abs(point.y) > 1) continue;
			const x = pane.x + ((point.x + 1) / 2) * pane.width;
			const y = ((1 - point.y) / 2) * pane.height;
			if (x < pane.left || x > pane.right) continue;
			const [w, h] = this.#sizeOf(label);
			const isPin = isPinned(label);
			const top = isPin ? y - h : y - h / 2;
			// A name whose room is at the side of the picture stays whole.
			const middle = isPin ? x : Math.max(pane.left + w / 2, Math.min(pane.right - w / 2, x));
			const boxes = (label.kind === 'room' ? ASIDE : [0]).map((aside) => ({
				left: middle - w / 2,
				right: middle + w / 2,
				top: top + aside * h,
				bottom: top + (aside + 1) * h,
			}));
			const box = boxes.find((each) => !taken.some((other) => meets(each, other)));
			if (box === undefined) continue;
			taken.push(box);
			shown.add(label);
			this.#shown.push({ label, x, y });
			const node = this.#nodeOf(label);
			const at = y + box.top - top;
			node.style.transform = `translate(${middle}px, ${at}px) translate(-50%, ${isPin ? 'calc(-100% - 4px)' : '-50%'})`;
			node.hidden = false;
		}
		for (const [label, node] of this.#nodes) if (!shown.has(label)) node.hidden = true;
	}

	#sizeOf(label: Label): readonly [number, number] {
		const known = this.#sizes.get(label);
		if (known !== undefined) return known;
		const size: readonly [number, number] = isPinned(label) ? [22, 26] : [this.#widthOf(label), 18];
		this.#sizes.set(label, size);
		return size;
	}

	/** Letters differ in width by font and script, and are measured without laying out the page. */
	#widthOf({ kind, text }: Label): number {
		if (this.#pen !== null) {
			const { fontFamily } = getComputedStyle(this.#layer);
			this.#pen.font = `${kind === 'room' || kind === 'point' ? '600 ' : ''}12px ${fontFamily}`;
		}
		return Math.min(this.#pen?.measureText(text).width ?? text.length * 7, WIDEST) + 12;
	}

	#nodeOf(label: Label): HTMLElement {
		const known = this.#nodes.get(label);
		if (known !== undefined) return known;
		const { kind, text, title, onClick } = label;
		const attributes = { class: `label label-${kind}`, ...(title === undefined ? {} : { title }) };
		const node =
			onClick === undefined
				? element('span', { ...attributes, 'aria-hidden': 'true' }, text)
				: element(
						'button',
						{ ...attributes, type: 'button', tabindex: -1, 'aria-label': title ?? text, onclick: onClick },
						text,
					);
		this.#nodes.set(label, node);
		this.#layer.append(node);
		return node;
	}
}

function isPinned({ kind }: Label): boolean {
	return kind === 'error' || kind === 'warning' || kind === 'info';
}

function meets(a: Box, b: Box): boolean {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
