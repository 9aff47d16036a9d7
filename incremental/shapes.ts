import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { Captured } from './capture.ts';

/** What cached results must look like to be used. A cache is a folder that anybody may have written into. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList<T>(value: unknown, guard: (each: unknown) => each is T): value is readonly T[] {
	return Array.isArray(value) && value.every(guard);
}

export function isString(value: unknown): value is string {
	return typeof value === 'string';
}

export function isIndex(value: unknown): value is number {
	return Number.isInteger(value) && (value as number) >= 0;
}

export function isPoint(value: unknown): boolean {
	return Array.isArray(value) && value.length === 3 && value.every((each) => typeof each === 'number');
}

export function isCaptured(value: unknown): value is Captured {
	if (!isRecord(value)) return false;
	const isCount = (each: unknown): each is Captured['more'][number] =>
		isRecord(each) &&
		isString(each['code']) &&
		isRecord(each['location']) &&
		isIndex(each['total']) &&
		isIndex(each['kept']);
	const isFinding = (each: unknown): each is Captured['findings'][number] =>
		isRecord(each) &&
		isString(each['code']) &&
		isString(each['message']) &&
		isString(each['severity']) &&
		isRecord(each['location']);
	return isList(value['findings'], isFinding) && isList(value['more'], isCount);
}

/** What of a walkmesh is no array. */
export function isHead(value: unknown): value is Omit<Walkmesh, 'positions' | 'faces' | 'surfaces' | 'transitions'> {
	if (!isRecord(value)) return false;
	const { name, kind, doorState, position, hooks } = value;
	if (!isString(name) || !['area', 'placeable', 'door'].includes(kind as string) || !isPoint(position)) return false;
	if (doorState !== undefined && !['closed', 'open1', 'open2'].includes(doorState as string)) return false;
	return isRecord(hooks) && ['relative1', 'relative2', 'absolute1', 'absolute2'].every((hook) => isPoint(hooks[hook]));
}

/** A whole walkmesh whose faces name vertices that it has. */
export function isWalkmesh(value: unknown): value is Walkmesh {
	if (!isHead(value)) return false;
	const { positions, faces, surfaces, transitions } = value as Walkmesh;
	if (!(positions instanceof Float32Array && faces instanceof Uint32Array)) return false;
	if (!(surfaces instanceof Uint32Array && transitions instanceof Int32Array)) return false;
	if (faces.length !== 3 * surfaces.length || transitions.length !== faces.length) return false;
	return positions.length % 3 === 0 && faces.every((vertex) => 3 * vertex < positions.length);
}
