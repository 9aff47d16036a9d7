import { hooksByRule, type VectorMark, type VectorMarkName } from '../../src/ascii/index.ts';
import { type Vec3, ZERO } from '../../src/geometry/vec3.ts';
import type { Walkmesh } from '../../src/walkmesh/index.ts';

/** How the hooks of a walkmesh are written: as dummies where the format has them, the rest as marks. */
export interface WrittenHooks {
	/** Use hook 1 and 2; undefined for one that gets no dummy. */
	readonly dummies: readonly [Vec3 | undefined, Vec3 | undefined];
	readonly marks: readonly VectorMark[];
}

/**
 * Divides the hooks. Placeables and closed doors have both dummies, open doors the first one and the second if it is set;
 * absolute hooks follow the rule of the game's files, and those that do not get a mark.
 *
 * @param withDummies false where names would lead dummies to another walkmesh of the text
 * @param telling false where names do not lead them here, so that marks must repeat them
 */
export function writtenHooks(walkmesh: Walkmesh, withDummies: boolean, telling: boolean): WrittenHooks {
	const { kind, hooks } = walkmesh;
	const object = kind !== 'area' && withDummies;
	const second = kind === 'placeable' || (walkmesh.doorState !== 'open1' && walkmesh.doorState !== 'open2');
	const first = object ? hooks.relative1 : undefined;
	const other = object && (second || !same(hooks.relative2, ZERO)) ? hooks.relative2 : undefined;
	const rule = hooksByRule(kind, rounded(hooks.relative1), rounded(hooks.relative2), rounded(walkmesh.position));
	const marks: VectorMark[] = [];
	const add = (mark: VectorMarkName, value: Vec3, otherwise: Vec3 | undefined): void => {
		if (otherwise === undefined || !same(value, otherwise)) marks.push({ mark, value });
	};
	const sure = kind === 'area' || (withDummies && telling);
	const read = (dummy: Vec3 | undefined): Vec3 | undefined => (sure ? (dummy ?? ZERO) : undefined);
	add('relative1', hooks.relative1, read(first));
	add('relative2', hooks.relative2, read(other));
	add('absolute1', hooks.absolute1, rule.absolute1);
	add('absolute2', hooks.absolute2, rule.absolute2);
	return { dummies: [first, other], marks };
}

/** Equal as float32s, bit for bit. */
export function same(a: Vec3, b: Vec3): boolean {
	return a.every((component, axis) => Object.is(Math.fround(component), Math.fround(b[axis])));
}

function rounded([x, y, z]: Vec3): Vec3 {
	return [Math.fround(x), Math.fround(y), Math.fround(z)];
}
