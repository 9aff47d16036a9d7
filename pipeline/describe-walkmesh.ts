import type { Walkmesh, WalkmeshKind } from '../src/walkmesh/index.ts';

/** `door walkmesh (closed) "gate"` */
export function describeWalkmesh({ name, kind, doorState }: Partial<Walkmesh> & { kind: WalkmeshKind }): string {
	const state = kind === 'door' && doorState !== undefined ? ` (${doorState})` : '';
	const what = `${kind} walkmesh${state}`;
	return name === undefined || name === '' ? what : `${what} "${name}"`;
}
