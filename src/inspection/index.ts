export { hookNames, walkmeshNodeName } from './names.ts';
export { geometryChecksum, type InspectionStamp, makeStamp } from './stamp.ts';
