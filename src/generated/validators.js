// Generated from schemas/ by `npm run generate`. Do not edit.
import helper0 from 'ajv/dist/runtime/ucs2length.js';
import helper1 from 'ajv-formats/dist/formats.js';

export const validateDepositAccount = validate21;
const schema32 = {"type":"object","additionalProperties":false,"required":["id","object","user_id","status","source","destination","deposit_instructions","metadata","version","created_at"],"properties":{"id":{"$ref":"../common.json#/$defs/DepositAccountId"},"object":{"const":"deposit_account"},"user_id":{"$ref":"../common.json#/$defs/UserId"},"status":{"$ref":"#/$defs/DepositAccountStatus"},"source":{"type":"object","additionalProperties":false,"required":["currency","rail"],"properties":{"currency":{"$ref":"../common.json#/$defs/Currency"},"rail":{"$ref":"../common.json#/$defs/Rail"}}},"destination":{"type":"object","additionalProperties":false,"required":["wallet_id","asset"],"properties":{"wallet_id":{"$ref":"../common.json#/$defs/WalletId"},"asset":{"$ref":"../common.json#/$defs/Asset"}}},"deposit_instructions":{"$ref":"#/$defs/DepositInstructions"},"metadata":{"$ref":"../common.json#/$defs/Metadata"},"version":{"$ref":"../common.json#/$defs/Version"},"created_at":{"$ref":"../common.json#/$defs/Timestamp"}}};
const schema34 = {"type":"string","pattern":"^da_[0-9a-hjkmnp-tv-z]{26}$"};
const schema35 = {"type":"string","pattern":"^usr_[0-9a-hjkmnp-tv-z]{26}$"};
const schema36 = {"enum":["active","deactivated"]};
const schema37 = {"type":"string","pattern":"^[a-z]{3}$"};
const schema38 = {"type":"string","minLength":1,"maxLength":64};
const schema39 = {"type":"string","pattern":"^wal_[0-9a-hjkmnp-tv-z]{26}$"};
const schema40 = {"type":"string","pattern":"^svc-[a-z0-9-]{1,32}$"};
const schema46 = {"type":"object","maxProperties":50,"propertyNames":{"maxLength":40},"additionalProperties":{"type":"string","maxLength":500,"pattern":"^[^\\ud800-\\udfff]*$"}};
const schema47 = {"type":"integer","minimum":1};
const schema45 = {"type":"string","format":"date-time","pattern":"Z$"};
const func1 = Object.prototype.hasOwnProperty;
const func2 = helper0.default;
const pattern4 = new RegExp("^da_[0-9a-hjkmnp-tv-z]{26}$", "u");
const pattern5 = new RegExp("^usr_[0-9a-hjkmnp-tv-z]{26}$", "u");
const pattern6 = new RegExp("^[a-z]{3}$", "u");
const pattern7 = new RegExp("^wal_[0-9a-hjkmnp-tv-z]{26}$", "u");
const pattern8 = new RegExp("^svc-[a-z0-9-]{1,32}$", "u");
const pattern12 = new RegExp("^[^\\ud800-\\udfff]*$", "u");
const pattern11 = new RegExp("Z$", "u");
const schema41 = {"type":"object","additionalProperties":false,"required":["type","currency","rail","reference"],"properties":{"type":{"enum":["bank","mobile_money","emailpay"]},"currency":{"$ref":"../common.json#/$defs/Currency"},"rail":{"$ref":"../common.json#/$defs/Rail"},"bank_name":{"type":"string"},"bank_address":{"type":"string"},"account_name":{"type":"string"},"account_number":{"type":"string"},"routing_code":{"type":"string"},"swift_bic":{"type":"string"},"reference":{"type":"string"},"amount":{"$ref":"../common.json#/$defs/Amount"},"expires_at":{"$ref":"../common.json#/$defs/Timestamp"},"provider":{"type":"string"},"merchant_code":{"type":"string"},"phone_number":{"type":"string"},"approval_url":{"type":"string","format":"uri"}},"allOf":[{"if":{"properties":{"type":{"const":"bank"}},"required":["type"]},"then":{"required":["bank_name","account_name","account_number"],"properties":{"provider":false,"merchant_code":false,"phone_number":false,"approval_url":false}}},{"if":{"properties":{"type":{"const":"mobile_money"}},"required":["type"]},"then":{"required":["provider"],"properties":{"bank_name":false,"bank_address":false,"account_name":false,"account_number":false,"routing_code":false,"swift_bic":false,"approval_url":false}}},{"if":{"properties":{"type":{"const":"emailpay"}},"required":["type"]},"then":{"required":["amount","expires_at","approval_url"],"properties":{"bank_name":false,"bank_address":false,"account_name":false,"account_number":false,"routing_code":false,"swift_bic":false,"provider":false,"merchant_code":false,"phone_number":false}}}]};
const schema44 = {"type":"string","maxLength":40,"pattern":"^(0|[1-9][0-9]*)(\\.[0-9]+)?$"};
const pattern10 = new RegExp("^(0|[1-9][0-9]*)(\\.[0-9]+)?$", "u");
const formats0 = helper1.fullFormats["date-time"];
const formats2 = helper1.fullFormats.uri;

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.type !== undefined){
if("bank" !== data.type){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.bank_name === undefined){
const err2 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "bank_name"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.account_name === undefined){
const err3 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "account_name"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.account_number === undefined){
const err4 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "account_number"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.provider !== undefined){
const err5 = {instancePath:instancePath+"/provider",schemaPath:"#/allOf/0/then/properties/provider/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.merchant_code !== undefined){
const err6 = {instancePath:instancePath+"/merchant_code",schemaPath:"#/allOf/0/then/properties/merchant_code/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.phone_number !== undefined){
const err7 = {instancePath:instancePath+"/phone_number",schemaPath:"#/allOf/0/then/properties/phone_number/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.approval_url !== undefined){
const err8 = {instancePath:instancePath+"/approval_url",schemaPath:"#/allOf/0/then/properties/approval_url/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
if(valid1){
var props0 = {};
props0.provider = true;
props0.merchant_code = true;
props0.phone_number = true;
props0.approval_url = true;
props0.type = true;
}
}
if(!valid1){
const err9 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const _errs7 = errors;
let valid4 = true;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
if(data.type !== undefined){
if("mobile_money" !== data.type){
const err11 = {};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
var _valid1 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider === undefined){
const err12 = {instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: "provider"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.bank_name !== undefined){
const err13 = {instancePath:instancePath+"/bank_name",schemaPath:"#/allOf/1/then/properties/bank_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.bank_address !== undefined){
const err14 = {instancePath:instancePath+"/bank_address",schemaPath:"#/allOf/1/then/properties/bank_address/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.account_name !== undefined){
const err15 = {instancePath:instancePath+"/account_name",schemaPath:"#/allOf/1/then/properties/account_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.account_number !== undefined){
const err16 = {instancePath:instancePath+"/account_number",schemaPath:"#/allOf/1/then/properties/account_number/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data.routing_code !== undefined){
const err17 = {instancePath:instancePath+"/routing_code",schemaPath:"#/allOf/1/then/properties/routing_code/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data.swift_bic !== undefined){
const err18 = {instancePath:instancePath+"/swift_bic",schemaPath:"#/allOf/1/then/properties/swift_bic/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data.approval_url !== undefined){
const err19 = {instancePath:instancePath+"/approval_url",schemaPath:"#/allOf/1/then/properties/approval_url/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
valid4 = _valid1;
if(valid4){
var props1 = {};
props1.bank_name = true;
props1.bank_address = true;
props1.account_name = true;
props1.account_number = true;
props1.routing_code = true;
props1.swift_bic = true;
props1.approval_url = true;
props1.type = true;
}
}
if(!valid4){
const err20 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
const _errs12 = errors;
let valid7 = true;
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.type === undefined) && (missing2 = "type")){
const err21 = {};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
else {
if(data.type !== undefined){
if("emailpay" !== data.type){
const err22 = {};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
}
var _valid2 = _errs13 === errors;
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
if(_valid2){
const _errs15 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount === undefined){
const err23 = {instancePath,schemaPath:"#/allOf/2/then/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data.expires_at === undefined){
const err24 = {instancePath,schemaPath:"#/allOf/2/then/required",keyword:"required",params:{missingProperty: "expires_at"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data.approval_url === undefined){
const err25 = {instancePath,schemaPath:"#/allOf/2/then/required",keyword:"required",params:{missingProperty: "approval_url"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data.bank_name !== undefined){
const err26 = {instancePath:instancePath+"/bank_name",schemaPath:"#/allOf/2/then/properties/bank_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data.bank_address !== undefined){
const err27 = {instancePath:instancePath+"/bank_address",schemaPath:"#/allOf/2/then/properties/bank_address/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data.account_name !== undefined){
const err28 = {instancePath:instancePath+"/account_name",schemaPath:"#/allOf/2/then/properties/account_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data.account_number !== undefined){
const err29 = {instancePath:instancePath+"/account_number",schemaPath:"#/allOf/2/then/properties/account_number/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data.routing_code !== undefined){
const err30 = {instancePath:instancePath+"/routing_code",schemaPath:"#/allOf/2/then/properties/routing_code/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data.swift_bic !== undefined){
const err31 = {instancePath:instancePath+"/swift_bic",schemaPath:"#/allOf/2/then/properties/swift_bic/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data.provider !== undefined){
const err32 = {instancePath:instancePath+"/provider",schemaPath:"#/allOf/2/then/properties/provider/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data.merchant_code !== undefined){
const err33 = {instancePath:instancePath+"/merchant_code",schemaPath:"#/allOf/2/then/properties/merchant_code/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data.phone_number !== undefined){
const err34 = {instancePath:instancePath+"/phone_number",schemaPath:"#/allOf/2/then/properties/phone_number/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
var _valid2 = _errs15 === errors;
valid7 = _valid2;
if(valid7){
var props2 = {};
props2.bank_name = true;
props2.bank_address = true;
props2.account_name = true;
props2.account_number = true;
props2.routing_code = true;
props2.swift_bic = true;
props2.provider = true;
props2.merchant_code = true;
props2.phone_number = true;
props2.type = true;
}
}
if(!valid7){
const err35 = {instancePath,schemaPath:"#/allOf/2/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(props0 !== true && props2 !== undefined){
if(props2 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props2);
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err36 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data.currency === undefined){
const err37 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data.rail === undefined){
const err38 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data.reference === undefined){
const err39 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reference"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema41.properties, key0))){
const err40 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.type !== undefined){
let data23 = data.type;
if(!(((data23 === "bank") || (data23 === "mobile_money")) || (data23 === "emailpay"))){
const err41 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema41.properties.type.enum}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.currency !== undefined){
let data24 = data.currency;
if(typeof data24 === "string"){
if(!pattern6.test(data24)){
const err42 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[a-z]{3}$"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data.rail !== undefined){
let data25 = data.rail;
if(typeof data25 === "string"){
if(func2(data25) > 64){
const err44 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(func2(data25) < 1){
const err45 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data.bank_name !== undefined){
if(typeof data.bank_name !== "string"){
const err47 = {instancePath:instancePath+"/bank_name",schemaPath:"#/properties/bank_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data.bank_address !== undefined){
if(typeof data.bank_address !== "string"){
const err48 = {instancePath:instancePath+"/bank_address",schemaPath:"#/properties/bank_address/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data.account_name !== undefined){
if(typeof data.account_name !== "string"){
const err49 = {instancePath:instancePath+"/account_name",schemaPath:"#/properties/account_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data.account_number !== undefined){
if(typeof data.account_number !== "string"){
const err50 = {instancePath:instancePath+"/account_number",schemaPath:"#/properties/account_number/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data.routing_code !== undefined){
if(typeof data.routing_code !== "string"){
const err51 = {instancePath:instancePath+"/routing_code",schemaPath:"#/properties/routing_code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data.swift_bic !== undefined){
if(typeof data.swift_bic !== "string"){
const err52 = {instancePath:instancePath+"/swift_bic",schemaPath:"#/properties/swift_bic/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.reference !== undefined){
if(typeof data.reference !== "string"){
const err53 = {instancePath:instancePath+"/reference",schemaPath:"#/properties/reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data.amount !== undefined){
let data33 = data.amount;
if(typeof data33 === "string"){
if(func2(data33) > 40){
const err54 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(!pattern10.test(data33)){
const err55 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.expires_at !== undefined){
let data34 = data.expires_at;
if(typeof data34 === "string"){
if(!pattern11.test(data34)){
const err57 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(!(formats0.validate(data34))){
const err58 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
else {
const err59 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
const err60 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.merchant_code !== undefined){
if(typeof data.merchant_code !== "string"){
const err61 = {instancePath:instancePath+"/merchant_code",schemaPath:"#/properties/merchant_code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data.phone_number !== undefined){
if(typeof data.phone_number !== "string"){
const err62 = {instancePath:instancePath+"/phone_number",schemaPath:"#/properties/phone_number/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data.approval_url !== undefined){
let data38 = data.approval_url;
if(typeof data38 === "string"){
if(!(formats2(data38))){
const err63 = {instancePath:instancePath+"/approval_url",schemaPath:"#/properties/approval_url/format",keyword:"format",params:{format: "uri"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/approval_url",schemaPath:"#/properties/approval_url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.user_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.status === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.source === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.destination === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.deposit_instructions === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deposit_instructions"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.metadata === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.version === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.created_at === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema32.properties, key0))){
const err10 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err11 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/DepositAccountId/pattern",keyword:"pattern",params:{pattern: "^da_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/DepositAccountId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.object !== undefined){
if("deposit_account" !== data.object){
const err13 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "deposit_account"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.user_id !== undefined){
let data2 = data.user_id;
if(typeof data2 === "string"){
if(!pattern5.test(data2)){
const err14 = {instancePath:instancePath+"/user_id",schemaPath:"../common.json#/$defs/UserId/pattern",keyword:"pattern",params:{pattern: "^usr_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/user_id",schemaPath:"../common.json#/$defs/UserId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.status !== undefined){
let data3 = data.status;
if(!((data3 === "active") || (data3 === "deactivated"))){
const err16 = {instancePath:instancePath+"/status",schemaPath:"#/$defs/DepositAccountStatus/enum",keyword:"enum",params:{allowedValues: schema36.enum}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.source !== undefined){
let data4 = data.source;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.currency === undefined){
const err17 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data4.rail === undefined){
const err18 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
for(const key1 in data4){
if(!((key1 === "currency") || (key1 === "rail"))){
const err19 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data4.currency !== undefined){
let data5 = data4.currency;
if(typeof data5 === "string"){
if(!pattern6.test(data5)){
const err20 = {instancePath:instancePath+"/source/currency",schemaPath:"../common.json#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[a-z]{3}$"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/source/currency",schemaPath:"../common.json#/$defs/Currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data4.rail !== undefined){
let data6 = data4.rail;
if(typeof data6 === "string"){
if(func2(data6) > 64){
const err22 = {instancePath:instancePath+"/source/rail",schemaPath:"../common.json#/$defs/Rail/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(func2(data6) < 1){
const err23 = {instancePath:instancePath+"/source/rail",schemaPath:"../common.json#/$defs/Rail/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/source/rail",schemaPath:"../common.json#/$defs/Rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.destination !== undefined){
let data7 = data.destination;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.wallet_id === undefined){
const err26 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/required",keyword:"required",params:{missingProperty: "wallet_id"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data7.asset === undefined){
const err27 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/required",keyword:"required",params:{missingProperty: "asset"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key2 in data7){
if(!((key2 === "wallet_id") || (key2 === "asset"))){
const err28 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data7.wallet_id !== undefined){
let data8 = data7.wallet_id;
if(typeof data8 === "string"){
if(!pattern7.test(data8)){
const err29 = {instancePath:instancePath+"/destination/wallet_id",schemaPath:"../common.json#/$defs/WalletId/pattern",keyword:"pattern",params:{pattern: "^wal_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/destination/wallet_id",schemaPath:"../common.json#/$defs/WalletId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data7.asset !== undefined){
let data9 = data7.asset;
if(typeof data9 === "string"){
if(!pattern8.test(data9)){
const err31 = {instancePath:instancePath+"/destination/asset",schemaPath:"../common.json#/$defs/Asset/pattern",keyword:"pattern",params:{pattern: "^svc-[a-z0-9-]{1,32}$"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/destination/asset",schemaPath:"../common.json#/$defs/Asset/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.deposit_instructions !== undefined){
if(!(validate23(data.deposit_instructions, {instancePath:instancePath+"/deposit_instructions",parentData:data,parentDataProperty:"deposit_instructions",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
}
if(data.metadata !== undefined){
let data11 = data.metadata;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(Object.keys(data11).length > 50){
const err34 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
for(const key3 in data11){
const _errs33 = errors;
if(typeof key3 === "string"){
if(func2(key3) > 40){
const err35 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key3};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
var valid11 = _errs33 === errors;
if(!valid11){
const err36 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key3}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
for(const key4 in data11){
let data12 = data11[key4];
if(typeof data12 === "string"){
if(func2(data12) > 500){
const err37 = {instancePath:instancePath+"/metadata/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(!pattern12.test(data12)){
const err38 = {instancePath:instancePath+"/metadata/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/metadata/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.version !== undefined){
let data13 = data.version;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err41 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 < 1 || isNaN(data13)){
const err42 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
if(data.created_at !== undefined){
let data14 = data.created_at;
if(typeof data14 === "string"){
if(!pattern11.test(data14)){
const err43 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(!(formats0.validate(data14))){
const err44 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
else {
const err46 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateDepositAccountCreate = validate25;
const schema49 = {"type":"object","additionalProperties":false,"required":["source","destination"],"properties":{"source":{"type":"object","additionalProperties":false,"required":["currency","rail"],"properties":{"currency":{"$ref":"../common.json#/$defs/Currency"},"rail":{"$ref":"../common.json#/$defs/Rail"}}},"destination":{"type":"object","additionalProperties":false,"required":["wallet_id"],"properties":{"wallet_id":{"$ref":"../common.json#/$defs/IdInput"}}},"metadata":{"$ref":"../common.json#/$defs/Metadata"}}};
const schema52 = {"type":"string","minLength":1,"maxLength":64};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.source === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.destination === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "source") || (key0 === "destination")) || (key0 === "metadata"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.source !== undefined){
let data0 = data.source;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.currency === undefined){
const err3 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0.rail === undefined){
const err4 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key1 in data0){
if(!((key1 === "currency") || (key1 === "rail"))){
const err5 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.currency !== undefined){
let data1 = data0.currency;
if(typeof data1 === "string"){
if(!pattern6.test(data1)){
const err6 = {instancePath:instancePath+"/source/currency",schemaPath:"../common.json#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[a-z]{3}$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/source/currency",schemaPath:"../common.json#/$defs/Currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data0.rail !== undefined){
let data2 = data0.rail;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err8 = {instancePath:instancePath+"/source/rail",schemaPath:"../common.json#/$defs/Rail/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func2(data2) < 1){
const err9 = {instancePath:instancePath+"/source/rail",schemaPath:"../common.json#/$defs/Rail/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/source/rail",schemaPath:"../common.json#/$defs/Rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.destination !== undefined){
let data3 = data.destination;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.wallet_id === undefined){
const err12 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/required",keyword:"required",params:{missingProperty: "wallet_id"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
for(const key2 in data3){
if(!(key2 === "wallet_id")){
const err13 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data3.wallet_id !== undefined){
let data4 = data3.wallet_id;
if(typeof data4 === "string"){
if(func2(data4) > 64){
const err14 = {instancePath:instancePath+"/destination/wallet_id",schemaPath:"../common.json#/$defs/IdInput/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(func2(data4) < 1){
const err15 = {instancePath:instancePath+"/destination/wallet_id",schemaPath:"../common.json#/$defs/IdInput/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/destination/wallet_id",schemaPath:"../common.json#/$defs/IdInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.metadata !== undefined){
let data5 = data.metadata;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length > 50){
const err18 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
for(const key3 in data5){
const _errs20 = errors;
if(typeof key3 === "string"){
if(func2(key3) > 40){
const err19 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key3};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
var valid7 = _errs20 === errors;
if(!valid7){
const err20 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key3}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
for(const key4 in data5){
let data6 = data5[key4];
if(typeof data6 === "string"){
if(func2(data6) > 500){
const err21 = {instancePath:instancePath+"/metadata/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!pattern12.test(data6)){
const err22 = {instancePath:instancePath+"/metadata/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/metadata/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateDepositAccountListQuery = validate26;
const schema54 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err10 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateDepositAccountPage = validate27;
const schema55 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/DepositAccount"}},"has_more":{"type":"boolean"}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate21(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateDepositListQuery = validate29;
const schema56 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64},"created_after":{"$ref":"../common.json#/$defs/QueryTime"},"created_before":{"$ref":"../common.json#/$defs/QueryTime"}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};
const schema57 = {"type":"string","maxLength":40,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$","format":"date-time"};
const pattern16 = new RegExp("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$", "u");

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before")) || (key0 === "created_after")) || (key0 === "created_before"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.created_after !== undefined){
let data3 = data.created_after;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err10 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern16.test(data3)){
const err11 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(formats0.validate(data3))){
const err12 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.created_before !== undefined){
let data4 = data.created_before;
if(typeof data4 === "string"){
if(func2(data4) > 40){
const err14 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern16.test(data4)){
const err15 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(formats0.validate(data4))){
const err16 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err18 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
}
else {
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateDepositPage = validate30;
const schema59 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/Deposit"}},"has_more":{"type":"boolean"}}};
const schema60 = {"type":"object","additionalProperties":false,"required":["id","object","deposit_account_id","transfer_id","state","amount_received","currency","fees","rate","amount_credited","rail_reference","return_reason","created_at"],"properties":{"id":{"$ref":"../common.json#/$defs/DepositId"},"object":{"const":"deposit"},"deposit_account_id":{"$ref":"../common.json#/$defs/DepositAccountId"},"transfer_id":{"$ref":"../common.json#/$defs/TransferId"},"state":{"$ref":"#/$defs/DepositState"},"amount_received":{"$ref":"../common.json#/$defs/Amount"},"currency":{"$ref":"../common.json#/$defs/Currency"},"fees":{"type":"array","items":{"$ref":"../common.json#/$defs/Fee"}},"rate":{"$ref":"../common.json#/$defs/RateValue"},"amount_credited":{"$ref":"../common.json#/$defs/Amount"},"rail_reference":{"type":"string"},"return_reason":{"anyOf":[{"type":"string"},{"type":"null"}]},"created_at":{"$ref":"../common.json#/$defs/Timestamp"}}};
const schema61 = {"type":"string","pattern":"^dep_[0-9a-hjkmnp-tv-z]{26}$"};
const schema63 = {"type":"string","pattern":"^trf_[0-9a-hjkmnp-tv-z]{26}$"};
const schema64 = {"enum":["funds_received","in_review","completed","returned","failed"]};
const schema69 = {"type":"string","maxLength":40,"pattern":"^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$"};
const pattern18 = new RegExp("^dep_[0-9a-hjkmnp-tv-z]{26}$", "u");
const pattern20 = new RegExp("^trf_[0-9a-hjkmnp-tv-z]{26}$", "u");
const pattern24 = new RegExp("^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$", "u");
const schema67 = {"type":"object","additionalProperties":false,"required":["type","amount","unit"],"properties":{"type":{"type":"string"},"amount":{"$ref":"#/$defs/Amount"},"unit":{"type":"string"}}};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.amount === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.unit === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "unit"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "type") || (key0 === "amount")) || (key0 === "unit"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.type !== undefined){
if(typeof data.type !== "string"){
const err4 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.amount !== undefined){
let data1 = data.amount;
if(typeof data1 === "string"){
if(func2(data1) > 40){
const err5 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern10.test(data1)){
const err6 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.unit !== undefined){
if(typeof data.unit !== "string"){
const err8 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.deposit_account_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deposit_account_id"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.transfer_id === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transfer_id"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.state === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "state"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.amount_received === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount_received"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.currency === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.fees === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fees"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.rate === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rate"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.amount_credited === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount_credited"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.rail_reference === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rail_reference"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.return_reason === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "return_reason"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.created_at === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema60.properties, key0))){
const err13 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern18.test(data0)){
const err14 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/DepositId/pattern",keyword:"pattern",params:{pattern: "^dep_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/DepositId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.object !== undefined){
if("deposit" !== data.object){
const err16 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "deposit"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.deposit_account_id !== undefined){
let data2 = data.deposit_account_id;
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err17 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"../common.json#/$defs/DepositAccountId/pattern",keyword:"pattern",params:{pattern: "^da_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"../common.json#/$defs/DepositAccountId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.transfer_id !== undefined){
let data3 = data.transfer_id;
if(typeof data3 === "string"){
if(!pattern20.test(data3)){
const err19 = {instancePath:instancePath+"/transfer_id",schemaPath:"../common.json#/$defs/TransferId/pattern",keyword:"pattern",params:{pattern: "^trf_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/transfer_id",schemaPath:"../common.json#/$defs/TransferId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.state !== undefined){
let data4 = data.state;
if(!(((((data4 === "funds_received") || (data4 === "in_review")) || (data4 === "completed")) || (data4 === "returned")) || (data4 === "failed"))){
const err21 = {instancePath:instancePath+"/state",schemaPath:"#/$defs/DepositState/enum",keyword:"enum",params:{allowedValues: schema64.enum}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.amount_received !== undefined){
let data5 = data.amount_received;
if(typeof data5 === "string"){
if(func2(data5) > 40){
const err22 = {instancePath:instancePath+"/amount_received",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!pattern10.test(data5)){
const err23 = {instancePath:instancePath+"/amount_received",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/amount_received",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.currency !== undefined){
let data6 = data.currency;
if(typeof data6 === "string"){
if(!pattern6.test(data6)){
const err25 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[a-z]{3}$"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.fees !== undefined){
let data7 = data.fees;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
if(!(validate32(data7[i0], {instancePath:instancePath+"/fees/" + i0,parentData:data7,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
}
}
else {
const err27 = {instancePath:instancePath+"/fees",schemaPath:"#/properties/fees/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.rate !== undefined){
let data9 = data.rate;
if(typeof data9 === "string"){
if(func2(data9) > 40){
const err28 = {instancePath:instancePath+"/rate",schemaPath:"../common.json#/$defs/RateValue/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(!pattern24.test(data9)){
const err29 = {instancePath:instancePath+"/rate",schemaPath:"../common.json#/$defs/RateValue/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/rate",schemaPath:"../common.json#/$defs/RateValue/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.amount_credited !== undefined){
let data10 = data.amount_credited;
if(typeof data10 === "string"){
if(func2(data10) > 40){
const err31 = {instancePath:instancePath+"/amount_credited",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(!pattern10.test(data10)){
const err32 = {instancePath:instancePath+"/amount_credited",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/amount_credited",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.rail_reference !== undefined){
if(typeof data.rail_reference !== "string"){
const err34 = {instancePath:instancePath+"/rail_reference",schemaPath:"#/properties/rail_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.return_reason !== undefined){
let data12 = data.return_reason;
const _errs32 = errors;
let valid11 = false;
const _errs33 = errors;
if(typeof data12 !== "string"){
const err35 = {instancePath:instancePath+"/return_reason",schemaPath:"#/properties/return_reason/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
var _valid0 = _errs33 === errors;
valid11 = valid11 || _valid0;
const _errs35 = errors;
if(data12 !== null){
const err36 = {instancePath:instancePath+"/return_reason",schemaPath:"#/properties/return_reason/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var _valid0 = _errs35 === errors;
valid11 = valid11 || _valid0;
if(!valid11){
const err37 = {instancePath:instancePath+"/return_reason",schemaPath:"#/properties/return_reason/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
else {
errors = _errs32;
if(vErrors !== null){
if(_errs32){
vErrors.length = _errs32;
}
else {
vErrors = null;
}
}
}
}
if(data.created_at !== undefined){
let data13 = data.created_at;
if(typeof data13 === "string"){
if(!pattern11.test(data13)){
const err38 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(!(formats0.validate(data13))){
const err39 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate31(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateEmptyBody = validate35;
const schema72 = {"type":"object","additionalProperties":false,"properties":{}};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate35.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}
validate35.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateErrorEnvelope = validate37;
const schema74 = {"type":"object","additionalProperties":false,"required":["error"],"properties":{"error":{"type":"object","additionalProperties":false,"required":["type","code","message","request_id"],"properties":{"type":{"$ref":"#/$defs/ErrorType"},"code":{"$ref":"#/$defs/ErrorCode"},"message":{"type":"string","minLength":1},"request_id":{"$ref":"../common.json#/$defs/RequestId"},"details":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/ErrorDetail"}},"existing_id":{"type":"string"}}}}};
const schema75 = {"enum":["invalid_request","authentication_error","permission_error","not_found","conflict","rate_limited","not_implemented","provider_unavailable","api_error"]};
const schema76 = {"enum":["malformed_request","invalid_api_key","permission_denied","sandbox_only","user_not_approved","not_found","method_not_allowed","idempotency_key_reused","external_reference_exists","wallet_exists","wallet_frozen","user_deactivated","user_state_conflict","user_has_balance","user_has_open_transfers","deposit_account_state_conflict","transfer_state_conflict","transfer_not_cancelable","quote_used","payout_account_in_use","payout_account_deleted","webhook_endpoint_disabled","key_state_conflict","payload_too_large","unsupported_media_type","validation_failed","unsupported_route","price_risk_not_acknowledged","amount_below_minimum","amount_above_maximum","insufficient_balance","amount_exceeds_cashable","user_limit_exceeded","quote_mismatch","quote_expired","insufficient_liquidity","rate_limited","internal_error","not_implemented","provider_unavailable","service_unavailable"]};
const schema77 = {"type":"string","pattern":"^req_[0-9a-hjkmnp-tv-z]{26}$"};
const schema78 = {"type":"object","additionalProperties":false,"required":["field","code","message"],"properties":{"field":{"type":"string"},"code":{"type":"string","pattern":"^[a-z][a-z0-9_]*$"},"message":{"type":"string"}}};
const pattern27 = new RegExp("^req_[0-9a-hjkmnp-tv-z]{26}$", "u");
const pattern28 = new RegExp("^[a-z][a-z0-9_]*$", "u");

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.error === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "error"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "error")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.error !== undefined){
let data0 = data.error;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.type === undefined){
const err2 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.code === undefined){
const err3 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0.message === undefined){
const err4 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data0.request_id === undefined){
const err5 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "request_id"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key1 in data0){
if(!((((((key1 === "type") || (key1 === "code")) || (key1 === "message")) || (key1 === "request_id")) || (key1 === "details")) || (key1 === "existing_id"))){
const err6 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data0.type !== undefined){
let data1 = data0.type;
if(!(((((((((data1 === "invalid_request") || (data1 === "authentication_error")) || (data1 === "permission_error")) || (data1 === "not_found")) || (data1 === "conflict")) || (data1 === "rate_limited")) || (data1 === "not_implemented")) || (data1 === "provider_unavailable")) || (data1 === "api_error"))){
const err7 = {instancePath:instancePath+"/error/type",schemaPath:"#/$defs/ErrorType/enum",keyword:"enum",params:{allowedValues: schema75.enum}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data0.code !== undefined){
let data2 = data0.code;
if(!(((((((((((((((((((((((((((((((((((((((((data2 === "malformed_request") || (data2 === "invalid_api_key")) || (data2 === "permission_denied")) || (data2 === "sandbox_only")) || (data2 === "user_not_approved")) || (data2 === "not_found")) || (data2 === "method_not_allowed")) || (data2 === "idempotency_key_reused")) || (data2 === "external_reference_exists")) || (data2 === "wallet_exists")) || (data2 === "wallet_frozen")) || (data2 === "user_deactivated")) || (data2 === "user_state_conflict")) || (data2 === "user_has_balance")) || (data2 === "user_has_open_transfers")) || (data2 === "deposit_account_state_conflict")) || (data2 === "transfer_state_conflict")) || (data2 === "transfer_not_cancelable")) || (data2 === "quote_used")) || (data2 === "payout_account_in_use")) || (data2 === "payout_account_deleted")) || (data2 === "webhook_endpoint_disabled")) || (data2 === "key_state_conflict")) || (data2 === "payload_too_large")) || (data2 === "unsupported_media_type")) || (data2 === "validation_failed")) || (data2 === "unsupported_route")) || (data2 === "price_risk_not_acknowledged")) || (data2 === "amount_below_minimum")) || (data2 === "amount_above_maximum")) || (data2 === "insufficient_balance")) || (data2 === "amount_exceeds_cashable")) || (data2 === "user_limit_exceeded")) || (data2 === "quote_mismatch")) || (data2 === "quote_expired")) || (data2 === "insufficient_liquidity")) || (data2 === "rate_limited")) || (data2 === "internal_error")) || (data2 === "not_implemented")) || (data2 === "provider_unavailable")) || (data2 === "service_unavailable"))){
const err8 = {instancePath:instancePath+"/error/code",schemaPath:"#/$defs/ErrorCode/enum",keyword:"enum",params:{allowedValues: schema76.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data0.message !== undefined){
let data3 = data0.message;
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err9 = {instancePath:instancePath+"/error/message",schemaPath:"#/properties/error/properties/message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/error/message",schemaPath:"#/properties/error/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data0.request_id !== undefined){
let data4 = data0.request_id;
if(typeof data4 === "string"){
if(!pattern27.test(data4)){
const err11 = {instancePath:instancePath+"/error/request_id",schemaPath:"../common.json#/$defs/RequestId/pattern",keyword:"pattern",params:{pattern: "^req_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/error/request_id",schemaPath:"../common.json#/$defs/RequestId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data0.details !== undefined){
let data5 = data0.details;
if(Array.isArray(data5)){
if(data5.length < 1){
const err13 = {instancePath:instancePath+"/error/details",schemaPath:"#/properties/error/properties/details/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.field === undefined){
const err14 = {instancePath:instancePath+"/error/details/" + i0,schemaPath:"#/$defs/ErrorDetail/required",keyword:"required",params:{missingProperty: "field"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data6.code === undefined){
const err15 = {instancePath:instancePath+"/error/details/" + i0,schemaPath:"#/$defs/ErrorDetail/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data6.message === undefined){
const err16 = {instancePath:instancePath+"/error/details/" + i0,schemaPath:"#/$defs/ErrorDetail/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
for(const key2 in data6){
if(!(((key2 === "field") || (key2 === "code")) || (key2 === "message"))){
const err17 = {instancePath:instancePath+"/error/details/" + i0,schemaPath:"#/$defs/ErrorDetail/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data6.field !== undefined){
if(typeof data6.field !== "string"){
const err18 = {instancePath:instancePath+"/error/details/" + i0+"/field",schemaPath:"#/$defs/ErrorDetail/properties/field/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data6.code !== undefined){
let data8 = data6.code;
if(typeof data8 === "string"){
if(!pattern28.test(data8)){
const err19 = {instancePath:instancePath+"/error/details/" + i0+"/code",schemaPath:"#/$defs/ErrorDetail/properties/code/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]*$"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/error/details/" + i0+"/code",schemaPath:"#/$defs/ErrorDetail/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data6.message !== undefined){
if(typeof data6.message !== "string"){
const err21 = {instancePath:instancePath+"/error/details/" + i0+"/message",schemaPath:"#/$defs/ErrorDetail/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/error/details/" + i0,schemaPath:"#/$defs/ErrorDetail/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/error/details",schemaPath:"#/properties/error/properties/details/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data0.existing_id !== undefined){
if(typeof data0.existing_id !== "string"){
const err24 = {instancePath:instancePath+"/error/existing_id",schemaPath:"#/properties/error/properties/existing_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateEventListQuery = validate39;
const schema80 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64},"created_after":{"$ref":"../common.json#/$defs/QueryTime"},"created_before":{"$ref":"../common.json#/$defs/QueryTime"},"type":{"type":"string","maxLength":64},"object_id":{"type":"string","maxLength":64}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate39.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before")) || (key0 === "created_after")) || (key0 === "created_before")) || (key0 === "type")) || (key0 === "object_id"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.created_after !== undefined){
let data3 = data.created_after;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err10 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern16.test(data3)){
const err11 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(formats0.validate(data3))){
const err12 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.created_before !== undefined){
let data4 = data.created_before;
if(typeof data4 === "string"){
if(func2(data4) > 40){
const err14 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern16.test(data4)){
const err15 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(formats0.validate(data4))){
const err16 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.type !== undefined){
let data5 = data.type;
if(typeof data5 === "string"){
if(func2(data5) > 64){
const err18 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.object_id !== undefined){
let data6 = data.object_id;
if(typeof data6 === "string"){
if(func2(data6) > 64){
const err20 = {instancePath:instancePath+"/object_id",schemaPath:"#/properties/object_id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/object_id",schemaPath:"#/properties/object_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err22 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
}
else {
const err23 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
validate39.errors = vErrors;
return errors === 0;
}
validate39.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateEventRedeliver = validate40;
const schema83 = {"type":"object","additionalProperties":false,"required":[],"properties":{"webhook_endpoint_id":{"$ref":"../common.json#/$defs/IdInput"}}};

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate40.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "webhook_endpoint_id")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.webhook_endpoint_id !== undefined){
let data0 = data.webhook_endpoint_id;
if(typeof data0 === "string"){
if(func2(data0) > 64){
const err1 = {instancePath:instancePath+"/webhook_endpoint_id",schemaPath:"../common.json#/$defs/IdInput/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/webhook_endpoint_id",schemaPath:"../common.json#/$defs/IdInput/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/webhook_endpoint_id",schemaPath:"../common.json#/$defs/IdInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}
validate40.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateHoldChange = validate42;
const schema86 = {"type":"object","additionalProperties":false,"required":["reason"],"properties":{"reason":{"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}}};
const pattern31 = new RegExp("^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$", "u");

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate42.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.reason === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "reason")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.reason !== undefined){
let data0 = data.reason;
if(typeof data0 === "string"){
if(func2(data0) > 500){
const err2 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern31.test(data0)){
const err4 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateIntegrator = validate44;
const schema88 = {"type":"object","additionalProperties":false,"required":["id","object","name","created_at"],"properties":{"id":{"$ref":"#/$defs/IntegratorId"},"object":{"const":"integrator"},"name":{"type":"string"},"created_at":{"$ref":"../common.json#/$defs/Timestamp"}}};
const schema89 = {"type":"string","pattern":"^int_[0-9a-hjkmnp-tv-z]{26}$"};
const pattern32 = new RegExp("^int_[0-9a-hjkmnp-tv-z]{26}$", "u");

function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate44.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.name === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.created_at === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "id") || (key0 === "object")) || (key0 === "name")) || (key0 === "created_at"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern32.test(data0)){
const err5 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/IntegratorId/pattern",keyword:"pattern",params:{pattern: "^int_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/IntegratorId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.object !== undefined){
if("integrator" !== data.object){
const err7 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "integrator"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err8 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.created_at !== undefined){
let data3 = data.created_at;
if(typeof data3 === "string"){
if(!pattern11.test(data3)){
const err9 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!(formats0.validate(data3))){
const err10 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate44.errors = vErrors;
return errors === 0;
}
validate44.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateIntegratorCreate = validate45;
const schema91 = {"type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}}};

function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate45.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "name")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func2(data0) > 100){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern31.test(data0)){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateIntegratorListQuery = validate46;
const schema92 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate46.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err10 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate46.errors = vErrors;
return errors === 0;
}
validate46.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateIntegratorPage = validate47;
const schema93 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/Integrator"}},"has_more":{"type":"boolean"}}};

function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate47.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate44(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate44.errors : vErrors.concat(validate44.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate47.errors = vErrors;
return errors === 0;
}
validate47.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateIssuedKey = validate50;
const schema95 = {"type":"object","additionalProperties":false,"required":["id","object","integrator_id","environment","permissions","name","status","expires_at","revoked_at","created_at","secret"],"properties":{"id":{"$ref":"#/$defs/KeyId"},"object":{"const":"key"},"integrator_id":{"$ref":"integrator.json#/$defs/IntegratorId"},"environment":{"$ref":"integrator.json#/$defs/EnvironmentName"},"permissions":{"$ref":"#/$defs/KeyPermissions"},"name":{"type":["string","null"]},"status":{"enum":["active","expired","revoked"]},"expires_at":{"oneOf":[{"$ref":"../common.json#/$defs/Timestamp"},{"type":"null"}]},"revoked_at":{"oneOf":[{"$ref":"../common.json#/$defs/Timestamp"},{"type":"null"}]},"created_at":{"$ref":"../common.json#/$defs/Timestamp"},"secret":{"type":["string","null"]}}};
const schema96 = {"type":"string","pattern":"^key_[0-9A-Za-z]{8}$"};
const schema98 = {"enum":["sandbox","production"]};
const schema99 = {"enum":["read","read_write"]};
const pattern35 = new RegExp("^key_[0-9A-Za-z]{8}$", "u");

function validate50(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate50.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.integrator_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "integrator_id"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.environment === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environment"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.permissions === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "permissions"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.name === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.status === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.expires_at === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expires_at"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.revoked_at === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "revoked_at"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.created_at === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.secret === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "secret"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema95.properties, key0))){
const err11 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern35.test(data0)){
const err12 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/KeyId/pattern",keyword:"pattern",params:{pattern: "^key_[0-9A-Za-z]{8}$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/KeyId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.object !== undefined){
if("key" !== data.object){
const err14 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "key"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.integrator_id !== undefined){
let data2 = data.integrator_id;
if(typeof data2 === "string"){
if(!pattern32.test(data2)){
const err15 = {instancePath:instancePath+"/integrator_id",schemaPath:"integrator.json#/$defs/IntegratorId/pattern",keyword:"pattern",params:{pattern: "^int_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/integrator_id",schemaPath:"integrator.json#/$defs/IntegratorId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.environment !== undefined){
let data3 = data.environment;
if(!((data3 === "sandbox") || (data3 === "production"))){
const err17 = {instancePath:instancePath+"/environment",schemaPath:"integrator.json#/$defs/EnvironmentName/enum",keyword:"enum",params:{allowedValues: schema98.enum}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.permissions !== undefined){
let data4 = data.permissions;
if(!((data4 === "read") || (data4 === "read_write"))){
const err18 = {instancePath:instancePath+"/permissions",schemaPath:"#/$defs/KeyPermissions/enum",keyword:"enum",params:{allowedValues: schema99.enum}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.name !== undefined){
let data5 = data.name;
if((typeof data5 !== "string") && (data5 !== null)){
const err19 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: schema95.properties.name.type}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.status !== undefined){
let data6 = data.status;
if(!(((data6 === "active") || (data6 === "expired")) || (data6 === "revoked"))){
const err20 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema95.properties.status.enum}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.expires_at !== undefined){
let data7 = data.expires_at;
const _errs17 = errors;
let valid5 = false;
let passing0 = null;
const _errs18 = errors;
if(typeof data7 === "string"){
if(!pattern11.test(data7)){
const err21 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!(formats0.validate(data7))){
const err22 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var _valid0 = _errs18 === errors;
if(_valid0){
valid5 = true;
passing0 = 0;
}
const _errs21 = errors;
if(data7 !== null){
const err24 = {instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
var _valid0 = _errs21 === errors;
if(_valid0 && valid5){
valid5 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid5 = true;
passing0 = 1;
}
}
if(!valid5){
const err25 = {instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
else {
errors = _errs17;
if(vErrors !== null){
if(_errs17){
vErrors.length = _errs17;
}
else {
vErrors = null;
}
}
}
}
if(data.revoked_at !== undefined){
let data8 = data.revoked_at;
const _errs24 = errors;
let valid7 = false;
let passing1 = null;
const _errs25 = errors;
if(typeof data8 === "string"){
if(!pattern11.test(data8)){
const err26 = {instancePath:instancePath+"/revoked_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!(formats0.validate(data8))){
const err27 = {instancePath:instancePath+"/revoked_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/revoked_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var _valid1 = _errs25 === errors;
if(_valid1){
valid7 = true;
passing1 = 0;
}
const _errs28 = errors;
if(data8 !== null){
const err29 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
var _valid1 = _errs28 === errors;
if(_valid1 && valid7){
valid7 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid7 = true;
passing1 = 1;
}
}
if(!valid7){
const err30 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing1}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
else {
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
}
}
if(data.created_at !== undefined){
let data9 = data.created_at;
if(typeof data9 === "string"){
if(!pattern11.test(data9)){
const err31 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(!(formats0.validate(data9))){
const err32 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.secret !== undefined){
let data10 = data.secret;
if((typeof data10 !== "string") && (data10 !== null)){
const err34 = {instancePath:instancePath+"/secret",schemaPath:"#/properties/secret/type",keyword:"type",params:{type: schema95.properties.secret.type}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
validate50.errors = vErrors;
return errors === 0;
}
validate50.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateIssuedToken = validate52;
const schema104 = {"type":"object","additionalProperties":false,"required":["id","object","name","role","status","revoked_at","created_at","secret"],"properties":{"id":{"$ref":"#/$defs/TokenId"},"object":{"const":"operator_token"},"name":{"type":"string"},"role":{"$ref":"#/$defs/OperatorRole"},"status":{"enum":["active","revoked"]},"revoked_at":{"oneOf":[{"$ref":"../common.json#/$defs/Timestamp"},{"type":"null"}]},"created_at":{"$ref":"../common.json#/$defs/Timestamp"},"secret":{"type":["string","null"]}}};
const schema105 = {"type":"string","pattern":"^opt_[0-9a-hjkmnp-tv-z]{26}$"};
const schema106 = {"enum":["admin","reviewer","treasury","viewer"]};
const pattern40 = new RegExp("^opt_[0-9a-hjkmnp-tv-z]{26}$", "u");

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.name === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.role === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "role"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.status === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.revoked_at === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "revoked_at"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.created_at === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.secret === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "secret"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key0 in data){
if(!((((((((key0 === "id") || (key0 === "object")) || (key0 === "name")) || (key0 === "role")) || (key0 === "status")) || (key0 === "revoked_at")) || (key0 === "created_at")) || (key0 === "secret"))){
const err8 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern40.test(data0)){
const err9 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/TokenId/pattern",keyword:"pattern",params:{pattern: "^opt_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/TokenId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.object !== undefined){
if("operator_token" !== data.object){
const err11 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "operator_token"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err12 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.role !== undefined){
let data3 = data.role;
if(!((((data3 === "admin") || (data3 === "reviewer")) || (data3 === "treasury")) || (data3 === "viewer"))){
const err13 = {instancePath:instancePath+"/role",schemaPath:"#/$defs/OperatorRole/enum",keyword:"enum",params:{allowedValues: schema106.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.status !== undefined){
let data4 = data.status;
if(!((data4 === "active") || (data4 === "revoked"))){
const err14 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema104.properties.status.enum}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.revoked_at !== undefined){
let data5 = data.revoked_at;
const _errs12 = errors;
let valid3 = false;
let passing0 = null;
const _errs13 = errors;
if(typeof data5 === "string"){
if(!pattern11.test(data5)){
const err15 = {instancePath:instancePath+"/revoked_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(formats0.validate(data5))){
const err16 = {instancePath:instancePath+"/revoked_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/revoked_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
var _valid0 = _errs13 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs16 = errors;
if(data5 !== null){
const err18 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid0 = _errs16 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err19 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
}
}
if(data.created_at !== undefined){
let data6 = data.created_at;
if(typeof data6 === "string"){
if(!pattern11.test(data6)){
const err20 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!(formats0.validate(data6))){
const err21 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.secret !== undefined){
let data7 = data.secret;
if((typeof data7 !== "string") && (data7 !== null)){
const err23 = {instancePath:instancePath+"/secret",schemaPath:"#/properties/secret/type",keyword:"type",params:{type: schema104.properties.secret.type}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateKey = validate53;
const schema109 = {"type":"object","additionalProperties":false,"required":["id","object","integrator_id","environment","permissions","name","status","expires_at","revoked_at","created_at"],"properties":{"id":{"$ref":"#/$defs/KeyId"},"object":{"const":"key"},"integrator_id":{"$ref":"integrator.json#/$defs/IntegratorId"},"environment":{"$ref":"integrator.json#/$defs/EnvironmentName"},"permissions":{"$ref":"#/$defs/KeyPermissions"},"name":{"type":["string","null"]},"status":{"enum":["active","expired","revoked"]},"expires_at":{"oneOf":[{"$ref":"../common.json#/$defs/Timestamp"},{"type":"null"}]},"revoked_at":{"oneOf":[{"$ref":"../common.json#/$defs/Timestamp"},{"type":"null"}]},"created_at":{"$ref":"../common.json#/$defs/Timestamp"}}};

function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate53.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.integrator_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "integrator_id"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.environment === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environment"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.permissions === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "permissions"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.name === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.status === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.expires_at === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expires_at"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.revoked_at === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "revoked_at"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.created_at === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema109.properties, key0))){
const err10 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern35.test(data0)){
const err11 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/KeyId/pattern",keyword:"pattern",params:{pattern: "^key_[0-9A-Za-z]{8}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/KeyId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.object !== undefined){
if("key" !== data.object){
const err13 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "key"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.integrator_id !== undefined){
let data2 = data.integrator_id;
if(typeof data2 === "string"){
if(!pattern32.test(data2)){
const err14 = {instancePath:instancePath+"/integrator_id",schemaPath:"integrator.json#/$defs/IntegratorId/pattern",keyword:"pattern",params:{pattern: "^int_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/integrator_id",schemaPath:"integrator.json#/$defs/IntegratorId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.environment !== undefined){
let data3 = data.environment;
if(!((data3 === "sandbox") || (data3 === "production"))){
const err16 = {instancePath:instancePath+"/environment",schemaPath:"integrator.json#/$defs/EnvironmentName/enum",keyword:"enum",params:{allowedValues: schema98.enum}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.permissions !== undefined){
let data4 = data.permissions;
if(!((data4 === "read") || (data4 === "read_write"))){
const err17 = {instancePath:instancePath+"/permissions",schemaPath:"#/$defs/KeyPermissions/enum",keyword:"enum",params:{allowedValues: schema99.enum}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.name !== undefined){
let data5 = data.name;
if((typeof data5 !== "string") && (data5 !== null)){
const err18 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: schema109.properties.name.type}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.status !== undefined){
let data6 = data.status;
if(!(((data6 === "active") || (data6 === "expired")) || (data6 === "revoked"))){
const err19 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema109.properties.status.enum}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.expires_at !== undefined){
let data7 = data.expires_at;
const _errs17 = errors;
let valid5 = false;
let passing0 = null;
const _errs18 = errors;
if(typeof data7 === "string"){
if(!pattern11.test(data7)){
const err20 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!(formats0.validate(data7))){
const err21 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
var _valid0 = _errs18 === errors;
if(_valid0){
valid5 = true;
passing0 = 0;
}
const _errs21 = errors;
if(data7 !== null){
const err23 = {instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var _valid0 = _errs21 === errors;
if(_valid0 && valid5){
valid5 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid5 = true;
passing0 = 1;
}
}
if(!valid5){
const err24 = {instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
else {
errors = _errs17;
if(vErrors !== null){
if(_errs17){
vErrors.length = _errs17;
}
else {
vErrors = null;
}
}
}
}
if(data.revoked_at !== undefined){
let data8 = data.revoked_at;
const _errs24 = errors;
let valid7 = false;
let passing1 = null;
const _errs25 = errors;
if(typeof data8 === "string"){
if(!pattern11.test(data8)){
const err25 = {instancePath:instancePath+"/revoked_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!(formats0.validate(data8))){
const err26 = {instancePath:instancePath+"/revoked_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/revoked_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
var _valid1 = _errs25 === errors;
if(_valid1){
valid7 = true;
passing1 = 0;
}
const _errs28 = errors;
if(data8 !== null){
const err28 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var _valid1 = _errs28 === errors;
if(_valid1 && valid7){
valid7 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid7 = true;
passing1 = 1;
}
}
if(!valid7){
const err29 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing1}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
else {
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
}
}
if(data.created_at !== undefined){
let data9 = data.created_at;
if(typeof data9 === "string"){
if(!pattern11.test(data9)){
const err30 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(!(formats0.validate(data9))){
const err31 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
validate53.errors = vErrors;
return errors === 0;
}
validate53.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateKeyCreate = validate54;
const schema117 = {"type":"object","additionalProperties":false,"required":["environment","permissions"],"properties":{"environment":{"$ref":"integrator.json#/$defs/EnvironmentName"},"permissions":{"$ref":"#/$defs/KeyPermissions"},"name":{"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"expires_at":{"$ref":"../common.json#/$defs/QueryTime"}}};

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate54.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.environment === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environment"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.permissions === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "permissions"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "environment") || (key0 === "permissions")) || (key0 === "name")) || (key0 === "expires_at"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.environment !== undefined){
let data0 = data.environment;
if(!((data0 === "sandbox") || (data0 === "production"))){
const err3 = {instancePath:instancePath+"/environment",schemaPath:"integrator.json#/$defs/EnvironmentName/enum",keyword:"enum",params:{allowedValues: schema98.enum}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.permissions !== undefined){
let data1 = data.permissions;
if(!((data1 === "read") || (data1 === "read_write"))){
const err4 = {instancePath:instancePath+"/permissions",schemaPath:"#/$defs/KeyPermissions/enum",keyword:"enum",params:{allowedValues: schema99.enum}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.name !== undefined){
let data2 = data.name;
if(typeof data2 === "string"){
if(func2(data2) > 100){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 100}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func2(data2) < 1){
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern31.test(data2)){
const err7 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.expires_at !== undefined){
let data3 = data.expires_at;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err9 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/QueryTime/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern16.test(data3)){
const err10 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/QueryTime/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!(formats0.validate(data3))){
const err11 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/QueryTime/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/QueryTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate54.errors = vErrors;
return errors === 0;
}
validate54.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateKeyListQuery = validate55;
const schema121 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate55(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate55.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err10 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate55.errors = vErrors;
return errors === 0;
}
validate55.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateKeyPage = validate56;
const schema122 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/Key"}},"has_more":{"type":"boolean"}}};

function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate56.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate53(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate56.errors = vErrors;
return errors === 0;
}
validate56.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateKeyRevoke = validate58;
const schema123 = {"type":"object","additionalProperties":false,"properties":{"reason":{"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}}};

function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate58.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "reason")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.reason !== undefined){
let data0 = data.reason;
if(typeof data0 === "string"){
if(func2(data0) > 500){
const err1 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern31.test(data0)){
const err3 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate58.errors = vErrors;
return errors === 0;
}
validate58.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateKeyRotate = validate59;
const schema124 = {"type":"object","additionalProperties":false,"properties":{"overlap_seconds":{"type":"integer","minimum":0,"maximum":2592000,"default":86400},"reason":{"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}}};

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate59.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "overlap_seconds") || (key0 === "reason"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.overlap_seconds !== undefined){
let data0 = data.overlap_seconds;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/overlap_seconds",schemaPath:"#/properties/overlap_seconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 2592000 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/overlap_seconds",schemaPath:"#/properties/overlap_seconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2592000}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/overlap_seconds",schemaPath:"#/properties/overlap_seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.reason !== undefined){
let data1 = data.reason;
if(typeof data1 === "string"){
if(func2(data1) > 500){
const err4 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern31.test(data1)){
const err6 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate59.errors = vErrors;
return errors === 0;
}
validate59.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateKycReviewDecision = validate61;
const schema126 = {"type":"object","additionalProperties":false,"required":["outcome"],"properties":{"outcome":{"enum":["approved","rejected","incomplete"]},"rejection_reasons":{"type":"array","maxItems":20,"items":{"$ref":"../common.json#/$defs/Reason"}}}};
const schema127 = {"type":"object","additionalProperties":false,"required":["code","message"],"properties":{"code":{"type":"string","minLength":1,"maxLength":64,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"message":{"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}}};

function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate61.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.outcome === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "outcome"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "outcome") || (key0 === "rejection_reasons"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.outcome !== undefined){
let data0 = data.outcome;
if(!(((data0 === "approved") || (data0 === "rejected")) || (data0 === "incomplete"))){
const err2 = {instancePath:instancePath+"/outcome",schemaPath:"#/properties/outcome/enum",keyword:"enum",params:{allowedValues: schema126.properties.outcome.enum}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.rejection_reasons !== undefined){
let data1 = data.rejection_reasons;
if(Array.isArray(data1)){
if(data1.length > 20){
const err3 = {instancePath:instancePath+"/rejection_reasons",schemaPath:"#/properties/rejection_reasons/maxItems",keyword:"maxItems",params:{limit: 20}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.code === undefined){
const err4 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data2.message === undefined){
const err5 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key1 in data2){
if(!((key1 === "code") || (key1 === "message"))){
const err6 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data2.code !== undefined){
let data3 = data2.code;
if(typeof data3 === "string"){
if(func2(data3) > 64){
const err7 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data3) < 1){
const err8 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern31.test(data3)){
const err9 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data2.message !== undefined){
let data4 = data2.message;
if(typeof data4 === "string"){
if(func2(data4) > 500){
const err11 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(func2(data4) < 1){
const err12 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern31.test(data4)){
const err13 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/rejection_reasons",schemaPath:"#/properties/rejection_reasons/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate61.errors = vErrors;
return errors === 0;
}
validate61.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateKycReviewListQuery = validate62;
const schema128 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64},"integrator_id":{"type":"string","minLength":1,"maxLength":64},"environment":{"$ref":"integrator.json#/$defs/EnvironmentName"}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate62(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate62.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before")) || (key0 === "integrator_id")) || (key0 === "environment"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.integrator_id !== undefined){
let data3 = data.integrator_id;
if(typeof data3 === "string"){
if(func2(data3) > 64){
const err10 = {instancePath:instancePath+"/integrator_id",schemaPath:"#/properties/integrator_id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func2(data3) < 1){
const err11 = {instancePath:instancePath+"/integrator_id",schemaPath:"#/properties/integrator_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/integrator_id",schemaPath:"#/properties/integrator_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.environment !== undefined){
let data4 = data.environment;
if(!((data4 === "sandbox") || (data4 === "production"))){
const err13 = {instancePath:instancePath+"/environment",schemaPath:"integrator.json#/$defs/EnvironmentName/enum",keyword:"enum",params:{allowedValues: schema98.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err14 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate62.errors = vErrors;
return errors === 0;
}
validate62.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateKycReviewPage = validate63;
const schema130 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/KycReview"}},"has_more":{"type":"boolean"}}};
const schema131 = {"type":"object","additionalProperties":false,"required":["id","object","integrator_id","environment","user"],"properties":{"id":{"$ref":"../common.json#/$defs/UserId"},"object":{"const":"kyc_review"},"integrator_id":{"$ref":"integrator.json#/$defs/IntegratorId"},"environment":{"$ref":"integrator.json#/$defs/EnvironmentName"},"user":{"$ref":"../api/user.json#/$defs/User"}}};
const schema136 = {"type":"object","additionalProperties":false,"required":["id","object","type","external_reference","email","phone","country","status","kyc_status","terms_status","rejection_reasons","metadata","version","created_at","updated_at"],"properties":{"id":{"$ref":"../common.json#/$defs/UserId"},"object":{"const":"user"},"type":{"$ref":"#/$defs/UserType"},"external_reference":{"type":"string"},"email":{"anyOf":[{"type":"string"},{"type":"null"}]},"phone":{"anyOf":[{"type":"string"},{"type":"null"}]},"first_name":{"anyOf":[{"type":"string"},{"type":"null"}]},"last_name":{"anyOf":[{"type":"string"},{"type":"null"}]},"business_name":{"anyOf":[{"type":"string"},{"type":"null"}]},"country":{"anyOf":[{"$ref":"../common.json#/$defs/Country"},{"type":"null"}]},"status":{"$ref":"#/$defs/UserStatus"},"kyc_status":{"$ref":"#/$defs/KycStatus"},"terms_status":{"$ref":"#/$defs/TermsStatus"},"rejection_reasons":{"type":"array","items":{"$ref":"../common.json#/$defs/Reason"}},"metadata":{"$ref":"../common.json#/$defs/Metadata"},"version":{"$ref":"../common.json#/$defs/Version"},"created_at":{"$ref":"../common.json#/$defs/Timestamp"},"updated_at":{"$ref":"../common.json#/$defs/Timestamp"}},"allOf":[{"if":{"properties":{"type":{"const":"individual"}},"required":["type"]},"then":{"required":["first_name","last_name"],"properties":{"business_name":false}}},{"if":{"properties":{"type":{"const":"business"}},"required":["type"]},"then":{"required":["business_name"],"properties":{"first_name":false,"last_name":false}}}]};
const schema138 = {"enum":["individual","business"]};
const schema139 = {"type":"string","pattern":"^[A-Z]{2}$"};
const schema140 = {"enum":["active","deactivated"]};
const schema141 = {"enum":["not_started","under_review","incomplete","approved","rejected"]};
const schema142 = {"enum":["pending","approved"]};
const pattern57 = new RegExp("^[A-Z]{2}$", "u");

function validate66(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate66.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.type !== undefined){
if("individual" !== data.type){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.first_name === undefined){
const err2 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "first_name"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.last_name === undefined){
const err3 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "last_name"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.business_name !== undefined){
const err4 = {instancePath:instancePath+"/business_name",schemaPath:"#/allOf/0/then/properties/business_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
if(valid1){
var props0 = {};
props0.business_name = true;
props0.type = true;
}
}
if(!valid1){
const err5 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const _errs7 = errors;
let valid4 = true;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
if(data.type !== undefined){
if("business" !== data.type){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
var _valid1 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.business_name === undefined){
const err8 = {instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: "business_name"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.first_name !== undefined){
const err9 = {instancePath:instancePath+"/first_name",schemaPath:"#/allOf/1/then/properties/first_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.last_name !== undefined){
const err10 = {instancePath:instancePath+"/last_name",schemaPath:"#/allOf/1/then/properties/last_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
valid4 = _valid1;
if(valid4){
var props1 = {};
props1.first_name = true;
props1.last_name = true;
props1.type = true;
}
}
if(!valid4){
const err11 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.object === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.type === undefined){
const err14 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.external_reference === undefined){
const err15 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "external_reference"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.email === undefined){
const err16 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "email"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data.phone === undefined){
const err17 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "phone"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data.country === undefined){
const err18 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "country"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data.status === undefined){
const err19 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data.kyc_status === undefined){
const err20 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kyc_status"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data.terms_status === undefined){
const err21 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terms_status"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.rejection_reasons === undefined){
const err22 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rejection_reasons"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data.metadata === undefined){
const err23 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data.version === undefined){
const err24 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data.created_at === undefined){
const err25 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data.updated_at === undefined){
const err26 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "updated_at"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema136.properties, key0))){
const err27 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.id !== undefined){
let data5 = data.id;
if(typeof data5 === "string"){
if(!pattern5.test(data5)){
const err28 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/UserId/pattern",keyword:"pattern",params:{pattern: "^usr_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/UserId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.object !== undefined){
if("user" !== data.object){
const err30 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "user"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.type !== undefined){
let data7 = data.type;
if(!((data7 === "individual") || (data7 === "business"))){
const err31 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/UserType/enum",keyword:"enum",params:{allowedValues: schema138.enum}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.external_reference !== undefined){
if(typeof data.external_reference !== "string"){
const err32 = {instancePath:instancePath+"/external_reference",schemaPath:"#/properties/external_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.email !== undefined){
let data9 = data.email;
const _errs21 = errors;
let valid10 = false;
const _errs22 = errors;
if(typeof data9 !== "string"){
const err33 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
var _valid2 = _errs22 === errors;
valid10 = valid10 || _valid2;
const _errs24 = errors;
if(data9 !== null){
const err34 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var _valid2 = _errs24 === errors;
valid10 = valid10 || _valid2;
if(!valid10){
const err35 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
else {
errors = _errs21;
if(vErrors !== null){
if(_errs21){
vErrors.length = _errs21;
}
else {
vErrors = null;
}
}
}
}
if(data.phone !== undefined){
let data10 = data.phone;
const _errs27 = errors;
let valid11 = false;
const _errs28 = errors;
if(typeof data10 !== "string"){
const err36 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var _valid3 = _errs28 === errors;
valid11 = valid11 || _valid3;
const _errs30 = errors;
if(data10 !== null){
const err37 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
var _valid3 = _errs30 === errors;
valid11 = valid11 || _valid3;
if(!valid11){
const err38 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
else {
errors = _errs27;
if(vErrors !== null){
if(_errs27){
vErrors.length = _errs27;
}
else {
vErrors = null;
}
}
}
}
if(data.first_name !== undefined){
let data11 = data.first_name;
const _errs33 = errors;
let valid12 = false;
const _errs34 = errors;
if(typeof data11 !== "string"){
const err39 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
var _valid4 = _errs34 === errors;
valid12 = valid12 || _valid4;
const _errs36 = errors;
if(data11 !== null){
const err40 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var _valid4 = _errs36 === errors;
valid12 = valid12 || _valid4;
if(!valid12){
const err41 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
else {
errors = _errs33;
if(vErrors !== null){
if(_errs33){
vErrors.length = _errs33;
}
else {
vErrors = null;
}
}
}
}
if(data.last_name !== undefined){
let data12 = data.last_name;
const _errs39 = errors;
let valid13 = false;
const _errs40 = errors;
if(typeof data12 !== "string"){
const err42 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
var _valid5 = _errs40 === errors;
valid13 = valid13 || _valid5;
const _errs42 = errors;
if(data12 !== null){
const err43 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
var _valid5 = _errs42 === errors;
valid13 = valid13 || _valid5;
if(!valid13){
const err44 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
else {
errors = _errs39;
if(vErrors !== null){
if(_errs39){
vErrors.length = _errs39;
}
else {
vErrors = null;
}
}
}
}
if(data.business_name !== undefined){
let data13 = data.business_name;
const _errs45 = errors;
let valid14 = false;
const _errs46 = errors;
if(typeof data13 !== "string"){
const err45 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
var _valid6 = _errs46 === errors;
valid14 = valid14 || _valid6;
const _errs48 = errors;
if(data13 !== null){
const err46 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
var _valid6 = _errs48 === errors;
valid14 = valid14 || _valid6;
if(!valid14){
const err47 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
else {
errors = _errs45;
if(vErrors !== null){
if(_errs45){
vErrors.length = _errs45;
}
else {
vErrors = null;
}
}
}
}
if(data.country !== undefined){
let data14 = data.country;
const _errs51 = errors;
let valid15 = false;
const _errs52 = errors;
if(typeof data14 === "string"){
if(!pattern57.test(data14)){
const err48 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
var _valid7 = _errs52 === errors;
valid15 = valid15 || _valid7;
const _errs55 = errors;
if(data14 !== null){
const err50 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
var _valid7 = _errs55 === errors;
valid15 = valid15 || _valid7;
if(!valid15){
const err51 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
else {
errors = _errs51;
if(vErrors !== null){
if(_errs51){
vErrors.length = _errs51;
}
else {
vErrors = null;
}
}
}
}
if(data.status !== undefined){
let data15 = data.status;
if(!((data15 === "active") || (data15 === "deactivated"))){
const err52 = {instancePath:instancePath+"/status",schemaPath:"#/$defs/UserStatus/enum",keyword:"enum",params:{allowedValues: schema140.enum}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.kyc_status !== undefined){
let data16 = data.kyc_status;
if(!(((((data16 === "not_started") || (data16 === "under_review")) || (data16 === "incomplete")) || (data16 === "approved")) || (data16 === "rejected"))){
const err53 = {instancePath:instancePath+"/kyc_status",schemaPath:"#/$defs/KycStatus/enum",keyword:"enum",params:{allowedValues: schema141.enum}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data.terms_status !== undefined){
let data17 = data.terms_status;
if(!((data17 === "pending") || (data17 === "approved"))){
const err54 = {instancePath:instancePath+"/terms_status",schemaPath:"#/$defs/TermsStatus/enum",keyword:"enum",params:{allowedValues: schema142.enum}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data.rejection_reasons !== undefined){
let data18 = data.rejection_reasons;
if(Array.isArray(data18)){
const len0 = data18.length;
for(let i0=0; i0<len0; i0++){
let data19 = data18[i0];
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(data19.code === undefined){
const err55 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data19.message === undefined){
const err56 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
for(const key1 in data19){
if(!((key1 === "code") || (key1 === "message"))){
const err57 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data19.code !== undefined){
let data20 = data19.code;
if(typeof data20 === "string"){
if(func2(data20) > 64){
const err58 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(func2(data20) < 1){
const err59 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(!pattern31.test(data20)){
const err60 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data19.message !== undefined){
let data21 = data19.message;
if(typeof data21 === "string"){
if(func2(data21) > 500){
const err62 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(func2(data21) < 1){
const err63 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(!pattern31.test(data21)){
const err64 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
}
else {
const err67 = {instancePath:instancePath+"/rejection_reasons",schemaPath:"#/properties/rejection_reasons/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data.metadata !== undefined){
let data22 = data.metadata;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(Object.keys(data22).length > 50){
const err68 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
for(const key2 in data22){
const _errs76 = errors;
if(typeof key2 === "string"){
if(func2(key2) > 40){
const err69 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key2};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
var valid25 = _errs76 === errors;
if(!valid25){
const err70 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key2}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
for(const key3 in data22){
let data23 = data22[key3];
if(typeof data23 === "string"){
if(func2(data23) > 500){
const err71 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if(!pattern12.test(data23)){
const err72 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
}
else {
const err74 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data.version !== undefined){
let data24 = data.version;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err75 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 1 || isNaN(data24)){
const err76 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
}
if(data.created_at !== undefined){
let data25 = data.created_at;
if(typeof data25 === "string"){
if(!pattern11.test(data25)){
const err77 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if(!(formats0.validate(data25))){
const err78 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
else {
const err79 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data.updated_at !== undefined){
let data26 = data.updated_at;
if(typeof data26 === "string"){
if(!pattern11.test(data26)){
const err80 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(!(formats0.validate(data26))){
const err81 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
else {
const err83 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
validate66.errors = vErrors;
return errors === 0;
}
validate66.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate64(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate64.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.integrator_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "integrator_id"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.environment === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environment"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.user === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "id") || (key0 === "object")) || (key0 === "integrator_id")) || (key0 === "environment")) || (key0 === "user"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern5.test(data0)){
const err6 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/UserId/pattern",keyword:"pattern",params:{pattern: "^usr_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/UserId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.object !== undefined){
if("kyc_review" !== data.object){
const err8 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "kyc_review"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.integrator_id !== undefined){
let data2 = data.integrator_id;
if(typeof data2 === "string"){
if(!pattern32.test(data2)){
const err9 = {instancePath:instancePath+"/integrator_id",schemaPath:"integrator.json#/$defs/IntegratorId/pattern",keyword:"pattern",params:{pattern: "^int_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/integrator_id",schemaPath:"integrator.json#/$defs/IntegratorId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.environment !== undefined){
let data3 = data.environment;
if(!((data3 === "sandbox") || (data3 === "production"))){
const err11 = {instancePath:instancePath+"/environment",schemaPath:"integrator.json#/$defs/EnvironmentName/enum",keyword:"enum",params:{allowedValues: schema98.enum}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.user !== undefined){
if(!(validate66(data.user, {instancePath:instancePath+"/user",parentData:data,parentDataProperty:"user",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate66.errors : vErrors.concat(validate66.errors);
errors = vErrors.length;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate64.errors = vErrors;
return errors === 0;
}
validate64.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate63.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate64(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate63.errors = vErrors;
return errors === 0;
}
validate63.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateNoQuery = validate69;
const schema148 = {"type":"object","additionalProperties":false,"properties":{}};

function validate69(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate69.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate69.errors = vErrors;
return errors === 0;
}
validate69.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateOnboardingLinks = validate70;
const schema149 = {"type":"object","additionalProperties":false,"required":["object","user_id","kyc","terms"],"properties":{"object":{"const":"onboarding_links"},"user_id":{"$ref":"../common.json#/$defs/UserId"},"kyc":{"$ref":"#/$defs/HostedLink"},"terms":{"$ref":"#/$defs/HostedLink"}}};
const schema151 = {"type":"object","additionalProperties":false,"required":["url","status","expires_at"],"properties":{"url":{"type":"string","format":"uri"},"status":{"enum":["open","completed","expired"]},"expires_at":{"$ref":"../common.json#/$defs/Timestamp"}}};

function validate71(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate71.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.url === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.status === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.expires_at === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expires_at"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "url") || (key0 === "status")) || (key0 === "expires_at"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(!(formats2(data0))){
const err4 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/format",keyword:"format",params:{format: "uri"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(!(((data1 === "open") || (data1 === "completed")) || (data1 === "expired"))){
const err6 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema151.properties.status.enum}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.expires_at !== undefined){
let data2 = data.expires_at;
if(typeof data2 === "string"){
if(!pattern11.test(data2)){
const err7 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!(formats0.validate(data2))){
const err8 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate71.errors = vErrors;
return errors === 0;
}
validate71.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate70(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate70.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.object === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.user_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.kyc === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kyc"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.terms === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terms"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "object") || (key0 === "user_id")) || (key0 === "kyc")) || (key0 === "terms"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.object !== undefined){
if("onboarding_links" !== data.object){
const err5 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "onboarding_links"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.user_id !== undefined){
let data1 = data.user_id;
if(typeof data1 === "string"){
if(!pattern5.test(data1)){
const err6 = {instancePath:instancePath+"/user_id",schemaPath:"../common.json#/$defs/UserId/pattern",keyword:"pattern",params:{pattern: "^usr_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/user_id",schemaPath:"../common.json#/$defs/UserId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.kyc !== undefined){
if(!(validate71(data.kyc, {instancePath:instancePath+"/kyc",parentData:data,parentDataProperty:"kyc",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate71.errors : vErrors.concat(validate71.errors);
errors = vErrors.length;
}
}
if(data.terms !== undefined){
if(!(validate71(data.terms, {instancePath:instancePath+"/terms",parentData:data,parentDataProperty:"terms",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate71.errors : vErrors.concat(validate71.errors);
errors = vErrors.length;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate70.errors = vErrors;
return errors === 0;
}
validate70.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateOnboardingLinksCreate = validate74;
const schema153 = {"type":"object","additionalProperties":false,"required":[],"properties":{"redirect_url":{"type":"string","minLength":1,"maxLength":2048,"format":"uri","pattern":"^https?://"}}};
const pattern65 = new RegExp("^https?://", "u");

function validate74(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate74.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "redirect_url")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.redirect_url !== undefined){
let data0 = data.redirect_url;
if(typeof data0 === "string"){
if(func2(data0) > 2048){
const err1 = {instancePath:instancePath+"/redirect_url",schemaPath:"#/properties/redirect_url/maxLength",keyword:"maxLength",params:{limit: 2048}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/redirect_url",schemaPath:"#/properties/redirect_url/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern65.test(data0)){
const err3 = {instancePath:instancePath+"/redirect_url",schemaPath:"#/properties/redirect_url/pattern",keyword:"pattern",params:{pattern: "^https?://"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!(formats2(data0))){
const err4 = {instancePath:instancePath+"/redirect_url",schemaPath:"#/properties/redirect_url/format",keyword:"format",params:{format: "uri"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/redirect_url",schemaPath:"#/properties/redirect_url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate74.errors = vErrors;
return errors === 0;
}
validate74.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateOperatorToken = validate75;
const schema154 = {"type":"object","additionalProperties":false,"required":["id","object","name","role","status","revoked_at","created_at"],"properties":{"id":{"$ref":"#/$defs/TokenId"},"object":{"const":"operator_token"},"name":{"type":"string"},"role":{"$ref":"#/$defs/OperatorRole"},"status":{"enum":["active","revoked"]},"revoked_at":{"oneOf":[{"$ref":"../common.json#/$defs/Timestamp"},{"type":"null"}]},"created_at":{"$ref":"../common.json#/$defs/Timestamp"}}};

function validate75(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate75.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.name === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.role === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "role"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.status === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.revoked_at === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "revoked_at"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.created_at === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "id") || (key0 === "object")) || (key0 === "name")) || (key0 === "role")) || (key0 === "status")) || (key0 === "revoked_at")) || (key0 === "created_at"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern40.test(data0)){
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/TokenId/pattern",keyword:"pattern",params:{pattern: "^opt_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/TokenId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.object !== undefined){
if("operator_token" !== data.object){
const err10 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "operator_token"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err11 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.role !== undefined){
let data3 = data.role;
if(!((((data3 === "admin") || (data3 === "reviewer")) || (data3 === "treasury")) || (data3 === "viewer"))){
const err12 = {instancePath:instancePath+"/role",schemaPath:"#/$defs/OperatorRole/enum",keyword:"enum",params:{allowedValues: schema106.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.status !== undefined){
let data4 = data.status;
if(!((data4 === "active") || (data4 === "revoked"))){
const err13 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema154.properties.status.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.revoked_at !== undefined){
let data5 = data.revoked_at;
const _errs12 = errors;
let valid3 = false;
let passing0 = null;
const _errs13 = errors;
if(typeof data5 === "string"){
if(!pattern11.test(data5)){
const err14 = {instancePath:instancePath+"/revoked_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!(formats0.validate(data5))){
const err15 = {instancePath:instancePath+"/revoked_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/revoked_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var _valid0 = _errs13 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs16 = errors;
if(data5 !== null){
const err17 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
var _valid0 = _errs16 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err18 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
else {
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
}
}
if(data.created_at !== undefined){
let data6 = data.created_at;
if(typeof data6 === "string"){
if(!pattern11.test(data6)){
const err19 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!(formats0.validate(data6))){
const err20 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate75.errors = vErrors;
return errors === 0;
}
validate75.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateOperatorTokenCreate = validate76;
const schema159 = {"type":"object","additionalProperties":false,"required":["name","role"],"properties":{"name":{"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"role":{"$ref":"#/$defs/OperatorRole"}}};

function validate76(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate76.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.role === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "role"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "name") || (key0 === "role"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func2(data0) > 100){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 100}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func2(data0) < 1){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern31.test(data0)){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.role !== undefined){
let data1 = data.role;
if(!((((data1 === "admin") || (data1 === "reviewer")) || (data1 === "treasury")) || (data1 === "viewer"))){
const err7 = {instancePath:instancePath+"/role",schemaPath:"#/$defs/OperatorRole/enum",keyword:"enum",params:{allowedValues: schema106.enum}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate76.errors = vErrors;
return errors === 0;
}
validate76.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateOperatorTokenListQuery = validate77;
const schema161 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate77(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate77.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err10 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate77.errors = vErrors;
return errors === 0;
}
validate77.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateOperatorTokenPage = validate78;
const schema162 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/OperatorToken"}},"has_more":{"type":"boolean"}}};

function validate78(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate78.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate75(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate75.errors : vErrors.concat(validate75.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate78.errors = vErrors;
return errors === 0;
}
validate78.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateOperatorTokenRevoke = validate80;
const schema163 = {"type":"object","additionalProperties":false,"properties":{"reason":{"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}}};

function validate80(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate80.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "reason")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.reason !== undefined){
let data0 = data.reason;
if(typeof data0 === "string"){
if(func2(data0) > 500){
const err1 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern31.test(data0)){
const err3 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate80.errors = vErrors;
return errors === 0;
}
validate80.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validatePayoutAccount = validate82;
const schema165 = {"type":"object","additionalProperties":false,"required":["id","object","user_id","type","currency","country","rail","account_owner_name","status","name_check","metadata","version","created_at"],"properties":{"id":{"$ref":"../common.json#/$defs/PayoutAccountId"},"object":{"const":"payout_account"},"user_id":{"$ref":"../common.json#/$defs/UserId"},"type":{"$ref":"#/$defs/PayoutAccountType"},"currency":{"$ref":"../common.json#/$defs/Currency"},"country":{"$ref":"../common.json#/$defs/Country"},"rail":{"$ref":"../common.json#/$defs/Rail"},"account_owner_name":{"type":"string"},"bank":{"type":"object","additionalProperties":false,"required":["bank_name","account_number_last4","routing_code","swift_bic","account_type"],"properties":{"bank_name":{"type":"string"},"account_number_last4":{"type":"string"},"routing_code":{"anyOf":[{"type":"string"},{"type":"null"}]},"swift_bic":{"anyOf":[{"type":"string"},{"type":"null"}]},"account_type":{"anyOf":[{"enum":["checking","savings","other"]},{"type":"null"}]}}},"mobile_money":{"type":"object","additionalProperties":false,"required":["provider","phone_number_last4"],"properties":{"provider":{"type":"string"},"phone_number_last4":{"type":"string"}}},"emailpay":{"type":"object","additionalProperties":false,"required":["email_masked","phone_number_last4"],"properties":{"email_masked":{"anyOf":[{"type":"string"},{"type":"null"}]},"phone_number_last4":{"anyOf":[{"type":"string"},{"type":"null"}]}}},"status":{"enum":["active","deleted"]},"name_check":{"enum":["not_supported","pending","match","partial_match","no_match"]},"metadata":{"$ref":"../common.json#/$defs/Metadata"},"version":{"$ref":"../common.json#/$defs/Version"},"created_at":{"$ref":"../common.json#/$defs/Timestamp"}},"allOf":[{"if":{"properties":{"type":{"const":"bank"}},"required":["type"]},"then":{"required":["bank"],"properties":{"mobile_money":false,"emailpay":false}}},{"if":{"properties":{"type":{"const":"mobile_money"}},"required":["type"]},"then":{"required":["mobile_money"],"properties":{"bank":false,"emailpay":false}}},{"if":{"properties":{"type":{"const":"emailpay"}},"required":["type"]},"then":{"required":["emailpay"],"properties":{"bank":false,"mobile_money":false}}}]};
const schema166 = {"type":"string","pattern":"^pa_[0-9a-hjkmnp-tv-z]{26}$"};
const schema168 = {"enum":["bank","mobile_money","emailpay"]};
const pattern71 = new RegExp("^pa_[0-9a-hjkmnp-tv-z]{26}$", "u");

function validate82(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate82.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.type !== undefined){
if("bank" !== data.type){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.bank === undefined){
const err2 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "bank"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.mobile_money !== undefined){
const err3 = {instancePath:instancePath+"/mobile_money",schemaPath:"#/allOf/0/then/properties/mobile_money/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.emailpay !== undefined){
const err4 = {instancePath:instancePath+"/emailpay",schemaPath:"#/allOf/0/then/properties/emailpay/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
if(valid1){
var props0 = {};
props0.mobile_money = true;
props0.emailpay = true;
props0.type = true;
}
}
if(!valid1){
const err5 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const _errs7 = errors;
let valid4 = true;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
if(data.type !== undefined){
if("mobile_money" !== data.type){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
var _valid1 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.mobile_money === undefined){
const err8 = {instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: "mobile_money"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.bank !== undefined){
const err9 = {instancePath:instancePath+"/bank",schemaPath:"#/allOf/1/then/properties/bank/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.emailpay !== undefined){
const err10 = {instancePath:instancePath+"/emailpay",schemaPath:"#/allOf/1/then/properties/emailpay/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
valid4 = _valid1;
if(valid4){
var props1 = {};
props1.bank = true;
props1.emailpay = true;
props1.type = true;
}
}
if(!valid4){
const err11 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
const _errs12 = errors;
let valid7 = true;
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.type === undefined) && (missing2 = "type")){
const err12 = {};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
if(data.type !== undefined){
if("emailpay" !== data.type){
const err13 = {};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
}
var _valid2 = _errs13 === errors;
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
if(_valid2){
const _errs15 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.emailpay === undefined){
const err14 = {instancePath,schemaPath:"#/allOf/2/then/required",keyword:"required",params:{missingProperty: "emailpay"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.bank !== undefined){
const err15 = {instancePath:instancePath+"/bank",schemaPath:"#/allOf/2/then/properties/bank/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.mobile_money !== undefined){
const err16 = {instancePath:instancePath+"/mobile_money",schemaPath:"#/allOf/2/then/properties/mobile_money/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
var _valid2 = _errs15 === errors;
valid7 = _valid2;
if(valid7){
var props2 = {};
props2.bank = true;
props2.mobile_money = true;
props2.type = true;
}
}
if(!valid7){
const err17 = {instancePath,schemaPath:"#/allOf/2/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(props0 !== true && props2 !== undefined){
if(props2 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props2);
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err18 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data.object === undefined){
const err19 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data.user_id === undefined){
const err20 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data.type === undefined){
const err21 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.currency === undefined){
const err22 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data.country === undefined){
const err23 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "country"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data.rail === undefined){
const err24 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data.account_owner_name === undefined){
const err25 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "account_owner_name"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data.status === undefined){
const err26 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data.name_check === undefined){
const err27 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name_check"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data.metadata === undefined){
const err28 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data.version === undefined){
const err29 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data.created_at === undefined){
const err30 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema165.properties, key0))){
const err31 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.id !== undefined){
let data9 = data.id;
if(typeof data9 === "string"){
if(!pattern71.test(data9)){
const err32 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/PayoutAccountId/pattern",keyword:"pattern",params:{pattern: "^pa_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/PayoutAccountId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.object !== undefined){
if("payout_account" !== data.object){
const err34 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "payout_account"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.user_id !== undefined){
let data11 = data.user_id;
if(typeof data11 === "string"){
if(!pattern5.test(data11)){
const err35 = {instancePath:instancePath+"/user_id",schemaPath:"../common.json#/$defs/UserId/pattern",keyword:"pattern",params:{pattern: "^usr_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/user_id",schemaPath:"../common.json#/$defs/UserId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.type !== undefined){
let data12 = data.type;
if(!(((data12 === "bank") || (data12 === "mobile_money")) || (data12 === "emailpay"))){
const err37 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/PayoutAccountType/enum",keyword:"enum",params:{allowedValues: schema168.enum}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.currency !== undefined){
let data13 = data.currency;
if(typeof data13 === "string"){
if(!pattern6.test(data13)){
const err38 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[a-z]{3}$"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.country !== undefined){
let data14 = data.country;
if(typeof data14 === "string"){
if(!pattern57.test(data14)){
const err40 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
else {
const err41 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.rail !== undefined){
let data15 = data.rail;
if(typeof data15 === "string"){
if(func2(data15) > 64){
const err42 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(func2(data15) < 1){
const err43 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
else {
const err44 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data.account_owner_name !== undefined){
if(typeof data.account_owner_name !== "string"){
const err45 = {instancePath:instancePath+"/account_owner_name",schemaPath:"#/properties/account_owner_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data.bank !== undefined){
let data17 = data.bank;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.bank_name === undefined){
const err46 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/required",keyword:"required",params:{missingProperty: "bank_name"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data17.account_number_last4 === undefined){
const err47 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/required",keyword:"required",params:{missingProperty: "account_number_last4"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(data17.routing_code === undefined){
const err48 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/required",keyword:"required",params:{missingProperty: "routing_code"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data17.swift_bic === undefined){
const err49 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/required",keyword:"required",params:{missingProperty: "swift_bic"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data17.account_type === undefined){
const err50 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/required",keyword:"required",params:{missingProperty: "account_type"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
for(const key1 in data17){
if(!(((((key1 === "bank_name") || (key1 === "account_number_last4")) || (key1 === "routing_code")) || (key1 === "swift_bic")) || (key1 === "account_type"))){
const err51 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data17.bank_name !== undefined){
if(typeof data17.bank_name !== "string"){
const err52 = {instancePath:instancePath+"/bank/bank_name",schemaPath:"#/properties/bank/properties/bank_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data17.account_number_last4 !== undefined){
if(typeof data17.account_number_last4 !== "string"){
const err53 = {instancePath:instancePath+"/bank/account_number_last4",schemaPath:"#/properties/bank/properties/account_number_last4/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data17.routing_code !== undefined){
let data20 = data17.routing_code;
const _errs45 = errors;
let valid18 = false;
const _errs46 = errors;
if(typeof data20 !== "string"){
const err54 = {instancePath:instancePath+"/bank/routing_code",schemaPath:"#/properties/bank/properties/routing_code/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
var _valid3 = _errs46 === errors;
valid18 = valid18 || _valid3;
const _errs48 = errors;
if(data20 !== null){
const err55 = {instancePath:instancePath+"/bank/routing_code",schemaPath:"#/properties/bank/properties/routing_code/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
var _valid3 = _errs48 === errors;
valid18 = valid18 || _valid3;
if(!valid18){
const err56 = {instancePath:instancePath+"/bank/routing_code",schemaPath:"#/properties/bank/properties/routing_code/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
else {
errors = _errs45;
if(vErrors !== null){
if(_errs45){
vErrors.length = _errs45;
}
else {
vErrors = null;
}
}
}
}
if(data17.swift_bic !== undefined){
let data21 = data17.swift_bic;
const _errs51 = errors;
let valid19 = false;
const _errs52 = errors;
if(typeof data21 !== "string"){
const err57 = {instancePath:instancePath+"/bank/swift_bic",schemaPath:"#/properties/bank/properties/swift_bic/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
var _valid4 = _errs52 === errors;
valid19 = valid19 || _valid4;
const _errs54 = errors;
if(data21 !== null){
const err58 = {instancePath:instancePath+"/bank/swift_bic",schemaPath:"#/properties/bank/properties/swift_bic/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
var _valid4 = _errs54 === errors;
valid19 = valid19 || _valid4;
if(!valid19){
const err59 = {instancePath:instancePath+"/bank/swift_bic",schemaPath:"#/properties/bank/properties/swift_bic/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
else {
errors = _errs51;
if(vErrors !== null){
if(_errs51){
vErrors.length = _errs51;
}
else {
vErrors = null;
}
}
}
}
if(data17.account_type !== undefined){
let data22 = data17.account_type;
const _errs57 = errors;
let valid20 = false;
const _errs58 = errors;
if(!(((data22 === "checking") || (data22 === "savings")) || (data22 === "other"))){
const err60 = {instancePath:instancePath+"/bank/account_type",schemaPath:"#/properties/bank/properties/account_type/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema165.properties.bank.properties.account_type.anyOf[0].enum}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
var _valid5 = _errs58 === errors;
valid20 = valid20 || _valid5;
const _errs59 = errors;
if(data22 !== null){
const err61 = {instancePath:instancePath+"/bank/account_type",schemaPath:"#/properties/bank/properties/account_type/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
var _valid5 = _errs59 === errors;
valid20 = valid20 || _valid5;
if(!valid20){
const err62 = {instancePath:instancePath+"/bank/account_type",schemaPath:"#/properties/bank/properties/account_type/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
else {
errors = _errs57;
if(vErrors !== null){
if(_errs57){
vErrors.length = _errs57;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err63 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data.mobile_money !== undefined){
let data23 = data.mobile_money;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if(data23.provider === undefined){
const err64 = {instancePath:instancePath+"/mobile_money",schemaPath:"#/properties/mobile_money/required",keyword:"required",params:{missingProperty: "provider"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(data23.phone_number_last4 === undefined){
const err65 = {instancePath:instancePath+"/mobile_money",schemaPath:"#/properties/mobile_money/required",keyword:"required",params:{missingProperty: "phone_number_last4"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
for(const key2 in data23){
if(!((key2 === "provider") || (key2 === "phone_number_last4"))){
const err66 = {instancePath:instancePath+"/mobile_money",schemaPath:"#/properties/mobile_money/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data23.provider !== undefined){
if(typeof data23.provider !== "string"){
const err67 = {instancePath:instancePath+"/mobile_money/provider",schemaPath:"#/properties/mobile_money/properties/provider/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data23.phone_number_last4 !== undefined){
if(typeof data23.phone_number_last4 !== "string"){
const err68 = {instancePath:instancePath+"/mobile_money/phone_number_last4",schemaPath:"#/properties/mobile_money/properties/phone_number_last4/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
}
else {
const err69 = {instancePath:instancePath+"/mobile_money",schemaPath:"#/properties/mobile_money/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data.emailpay !== undefined){
let data26 = data.emailpay;
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
if(data26.email_masked === undefined){
const err70 = {instancePath:instancePath+"/emailpay",schemaPath:"#/properties/emailpay/required",keyword:"required",params:{missingProperty: "email_masked"}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if(data26.phone_number_last4 === undefined){
const err71 = {instancePath:instancePath+"/emailpay",schemaPath:"#/properties/emailpay/required",keyword:"required",params:{missingProperty: "phone_number_last4"}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
for(const key3 in data26){
if(!((key3 === "email_masked") || (key3 === "phone_number_last4"))){
const err72 = {instancePath:instancePath+"/emailpay",schemaPath:"#/properties/emailpay/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data26.email_masked !== undefined){
let data27 = data26.email_masked;
const _errs72 = errors;
let valid23 = false;
const _errs73 = errors;
if(typeof data27 !== "string"){
const err73 = {instancePath:instancePath+"/emailpay/email_masked",schemaPath:"#/properties/emailpay/properties/email_masked/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
var _valid6 = _errs73 === errors;
valid23 = valid23 || _valid6;
const _errs75 = errors;
if(data27 !== null){
const err74 = {instancePath:instancePath+"/emailpay/email_masked",schemaPath:"#/properties/emailpay/properties/email_masked/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
var _valid6 = _errs75 === errors;
valid23 = valid23 || _valid6;
if(!valid23){
const err75 = {instancePath:instancePath+"/emailpay/email_masked",schemaPath:"#/properties/emailpay/properties/email_masked/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
else {
errors = _errs72;
if(vErrors !== null){
if(_errs72){
vErrors.length = _errs72;
}
else {
vErrors = null;
}
}
}
}
if(data26.phone_number_last4 !== undefined){
let data28 = data26.phone_number_last4;
const _errs78 = errors;
let valid24 = false;
const _errs79 = errors;
if(typeof data28 !== "string"){
const err76 = {instancePath:instancePath+"/emailpay/phone_number_last4",schemaPath:"#/properties/emailpay/properties/phone_number_last4/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
var _valid7 = _errs79 === errors;
valid24 = valid24 || _valid7;
const _errs81 = errors;
if(data28 !== null){
const err77 = {instancePath:instancePath+"/emailpay/phone_number_last4",schemaPath:"#/properties/emailpay/properties/phone_number_last4/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
var _valid7 = _errs81 === errors;
valid24 = valid24 || _valid7;
if(!valid24){
const err78 = {instancePath:instancePath+"/emailpay/phone_number_last4",schemaPath:"#/properties/emailpay/properties/phone_number_last4/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
else {
errors = _errs78;
if(vErrors !== null){
if(_errs78){
vErrors.length = _errs78;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err79 = {instancePath:instancePath+"/emailpay",schemaPath:"#/properties/emailpay/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data.status !== undefined){
let data29 = data.status;
if(!((data29 === "active") || (data29 === "deleted"))){
const err80 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema165.properties.status.enum}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data.name_check !== undefined){
let data30 = data.name_check;
if(!(((((data30 === "not_supported") || (data30 === "pending")) || (data30 === "match")) || (data30 === "partial_match")) || (data30 === "no_match"))){
const err81 = {instancePath:instancePath+"/name_check",schemaPath:"#/properties/name_check/enum",keyword:"enum",params:{allowedValues: schema165.properties.name_check.enum}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
if(data.metadata !== undefined){
let data31 = data.metadata;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(Object.keys(data31).length > 50){
const err82 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
for(const key4 in data31){
const _errs88 = errors;
if(typeof key4 === "string"){
if(func2(key4) > 40){
const err83 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key4};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
var valid26 = _errs88 === errors;
if(!valid26){
const err84 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key4}};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
for(const key5 in data31){
let data32 = data31[key5];
if(typeof data32 === "string"){
if(func2(data32) > 500){
const err85 = {instancePath:instancePath+"/metadata/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
if(!pattern12.test(data32)){
const err86 = {instancePath:instancePath+"/metadata/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
else {
const err87 = {instancePath:instancePath+"/metadata/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
}
else {
const err88 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
if(data.version !== undefined){
let data33 = data.version;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err89 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 < 1 || isNaN(data33)){
const err90 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
}
if(data.created_at !== undefined){
let data34 = data.created_at;
if(typeof data34 === "string"){
if(!pattern11.test(data34)){
const err91 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
if(!(formats0.validate(data34))){
const err92 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
else {
const err93 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
}
else {
const err94 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
validate82.errors = vErrors;
return errors === 0;
}
validate82.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validatePayoutAccountCreate = validate83;
const schema175 = {"type":"object","additionalProperties":false,"required":["type","currency","country","rail","account_owner_name"],"properties":{"type":{"$ref":"#/$defs/PayoutAccountType"},"currency":{"$ref":"../common.json#/$defs/Currency"},"country":{"$ref":"../common.json#/$defs/Country"},"rail":{"$ref":"../common.json#/$defs/Rail"},"account_owner_name":{"type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"bank":{"type":"object","additionalProperties":false,"required":["bank_name","account_number"],"properties":{"bank_name":{"type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"account_number":{"type":"string","minLength":1,"maxLength":64,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"routing_code":{"type":"string","minLength":1,"maxLength":64,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"swift_bic":{"type":"string","minLength":1,"maxLength":11,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"account_type":{"enum":["checking","savings","other"]}}},"mobile_money":{"type":"object","additionalProperties":false,"required":["provider","phone_number"],"properties":{"provider":{"type":"string","minLength":1,"maxLength":64,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"phone_number":{"$ref":"../common.json#/$defs/Phone"}}},"emailpay":{"type":"object","additionalProperties":false,"required":[],"properties":{"email":{"$ref":"../common.json#/$defs/Email"},"phone":{"$ref":"../common.json#/$defs/Phone"}},"minProperties":1},"metadata":{"$ref":"../common.json#/$defs/Metadata"}},"allOf":[{"if":{"properties":{"type":{"const":"bank"}},"required":["type"]},"then":{"required":["bank"],"properties":{"mobile_money":false,"emailpay":false}}},{"if":{"properties":{"type":{"const":"mobile_money"}},"required":["type"]},"then":{"required":["mobile_money"],"properties":{"bank":false,"emailpay":false}}},{"if":{"properties":{"type":{"const":"emailpay"}},"required":["type"]},"then":{"required":["emailpay"],"properties":{"bank":false,"mobile_money":false}}}]};
const schema180 = {"type":"string","pattern":"^\\+[1-9][0-9]{6,14}$"};
const schema181 = {"type":"string","maxLength":254,"format":"email"};
const pattern85 = new RegExp("^\\+[1-9][0-9]{6,14}$", "u");
const formats52 = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

function validate83(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate83.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.type !== undefined){
if("bank" !== data.type){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.bank === undefined){
const err2 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "bank"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.mobile_money !== undefined){
const err3 = {instancePath:instancePath+"/mobile_money",schemaPath:"#/allOf/0/then/properties/mobile_money/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.emailpay !== undefined){
const err4 = {instancePath:instancePath+"/emailpay",schemaPath:"#/allOf/0/then/properties/emailpay/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
if(valid1){
var props0 = {};
props0.mobile_money = true;
props0.emailpay = true;
props0.type = true;
}
}
if(!valid1){
const err5 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const _errs7 = errors;
let valid4 = true;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
if(data.type !== undefined){
if("mobile_money" !== data.type){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
var _valid1 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.mobile_money === undefined){
const err8 = {instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: "mobile_money"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.bank !== undefined){
const err9 = {instancePath:instancePath+"/bank",schemaPath:"#/allOf/1/then/properties/bank/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.emailpay !== undefined){
const err10 = {instancePath:instancePath+"/emailpay",schemaPath:"#/allOf/1/then/properties/emailpay/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
valid4 = _valid1;
if(valid4){
var props1 = {};
props1.bank = true;
props1.emailpay = true;
props1.type = true;
}
}
if(!valid4){
const err11 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
const _errs12 = errors;
let valid7 = true;
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.type === undefined) && (missing2 = "type")){
const err12 = {};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
if(data.type !== undefined){
if("emailpay" !== data.type){
const err13 = {};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
}
var _valid2 = _errs13 === errors;
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
if(_valid2){
const _errs15 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.emailpay === undefined){
const err14 = {instancePath,schemaPath:"#/allOf/2/then/required",keyword:"required",params:{missingProperty: "emailpay"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.bank !== undefined){
const err15 = {instancePath:instancePath+"/bank",schemaPath:"#/allOf/2/then/properties/bank/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.mobile_money !== undefined){
const err16 = {instancePath:instancePath+"/mobile_money",schemaPath:"#/allOf/2/then/properties/mobile_money/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
var _valid2 = _errs15 === errors;
valid7 = _valid2;
if(valid7){
var props2 = {};
props2.bank = true;
props2.mobile_money = true;
props2.type = true;
}
}
if(!valid7){
const err17 = {instancePath,schemaPath:"#/allOf/2/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(props0 !== true && props2 !== undefined){
if(props2 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props2);
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err18 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data.currency === undefined){
const err19 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data.country === undefined){
const err20 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "country"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data.rail === undefined){
const err21 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.account_owner_name === undefined){
const err22 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "account_owner_name"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema175.properties, key0))){
const err23 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.type !== undefined){
let data9 = data.type;
if(!(((data9 === "bank") || (data9 === "mobile_money")) || (data9 === "emailpay"))){
const err24 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/PayoutAccountType/enum",keyword:"enum",params:{allowedValues: schema168.enum}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.currency !== undefined){
let data10 = data.currency;
if(typeof data10 === "string"){
if(!pattern6.test(data10)){
const err25 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[a-z]{3}$"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.country !== undefined){
let data11 = data.country;
if(typeof data11 === "string"){
if(!pattern57.test(data11)){
const err27 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.rail !== undefined){
let data12 = data.rail;
if(typeof data12 === "string"){
if(func2(data12) > 64){
const err29 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(func2(data12) < 1){
const err30 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.account_owner_name !== undefined){
let data13 = data.account_owner_name;
if(typeof data13 === "string"){
if(func2(data13) > 200){
const err32 = {instancePath:instancePath+"/account_owner_name",schemaPath:"#/properties/account_owner_name/maxLength",keyword:"maxLength",params:{limit: 200}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(func2(data13) < 1){
const err33 = {instancePath:instancePath+"/account_owner_name",schemaPath:"#/properties/account_owner_name/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(!pattern31.test(data13)){
const err34 = {instancePath:instancePath+"/account_owner_name",schemaPath:"#/properties/account_owner_name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/account_owner_name",schemaPath:"#/properties/account_owner_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.bank !== undefined){
let data14 = data.bank;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.bank_name === undefined){
const err36 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/required",keyword:"required",params:{missingProperty: "bank_name"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data14.account_number === undefined){
const err37 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/required",keyword:"required",params:{missingProperty: "account_number"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
for(const key1 in data14){
if(!(((((key1 === "bank_name") || (key1 === "account_number")) || (key1 === "routing_code")) || (key1 === "swift_bic")) || (key1 === "account_type"))){
const err38 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data14.bank_name !== undefined){
let data15 = data14.bank_name;
if(typeof data15 === "string"){
if(func2(data15) > 200){
const err39 = {instancePath:instancePath+"/bank/bank_name",schemaPath:"#/properties/bank/properties/bank_name/maxLength",keyword:"maxLength",params:{limit: 200}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(func2(data15) < 1){
const err40 = {instancePath:instancePath+"/bank/bank_name",schemaPath:"#/properties/bank/properties/bank_name/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(!pattern31.test(data15)){
const err41 = {instancePath:instancePath+"/bank/bank_name",schemaPath:"#/properties/bank/properties/bank_name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/bank/bank_name",schemaPath:"#/properties/bank/properties/bank_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data14.account_number !== undefined){
let data16 = data14.account_number;
if(typeof data16 === "string"){
if(func2(data16) > 64){
const err43 = {instancePath:instancePath+"/bank/account_number",schemaPath:"#/properties/bank/properties/account_number/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(func2(data16) < 1){
const err44 = {instancePath:instancePath+"/bank/account_number",schemaPath:"#/properties/bank/properties/account_number/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(!pattern31.test(data16)){
const err45 = {instancePath:instancePath+"/bank/account_number",schemaPath:"#/properties/bank/properties/account_number/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/bank/account_number",schemaPath:"#/properties/bank/properties/account_number/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data14.routing_code !== undefined){
let data17 = data14.routing_code;
if(typeof data17 === "string"){
if(func2(data17) > 64){
const err47 = {instancePath:instancePath+"/bank/routing_code",schemaPath:"#/properties/bank/properties/routing_code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(func2(data17) < 1){
const err48 = {instancePath:instancePath+"/bank/routing_code",schemaPath:"#/properties/bank/properties/routing_code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(!pattern31.test(data17)){
const err49 = {instancePath:instancePath+"/bank/routing_code",schemaPath:"#/properties/bank/properties/routing_code/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/bank/routing_code",schemaPath:"#/properties/bank/properties/routing_code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data14.swift_bic !== undefined){
let data18 = data14.swift_bic;
if(typeof data18 === "string"){
if(func2(data18) > 11){
const err51 = {instancePath:instancePath+"/bank/swift_bic",schemaPath:"#/properties/bank/properties/swift_bic/maxLength",keyword:"maxLength",params:{limit: 11}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(func2(data18) < 1){
const err52 = {instancePath:instancePath+"/bank/swift_bic",schemaPath:"#/properties/bank/properties/swift_bic/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(!pattern31.test(data18)){
const err53 = {instancePath:instancePath+"/bank/swift_bic",schemaPath:"#/properties/bank/properties/swift_bic/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
else {
const err54 = {instancePath:instancePath+"/bank/swift_bic",schemaPath:"#/properties/bank/properties/swift_bic/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data14.account_type !== undefined){
let data19 = data14.account_type;
if(!(((data19 === "checking") || (data19 === "savings")) || (data19 === "other"))){
const err55 = {instancePath:instancePath+"/bank/account_type",schemaPath:"#/properties/bank/properties/account_type/enum",keyword:"enum",params:{allowedValues: schema175.properties.bank.properties.account_type.enum}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
else {
const err56 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.mobile_money !== undefined){
let data20 = data.mobile_money;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(data20.provider === undefined){
const err57 = {instancePath:instancePath+"/mobile_money",schemaPath:"#/properties/mobile_money/required",keyword:"required",params:{missingProperty: "provider"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data20.phone_number === undefined){
const err58 = {instancePath:instancePath+"/mobile_money",schemaPath:"#/properties/mobile_money/required",keyword:"required",params:{missingProperty: "phone_number"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
for(const key2 in data20){
if(!((key2 === "provider") || (key2 === "phone_number"))){
const err59 = {instancePath:instancePath+"/mobile_money",schemaPath:"#/properties/mobile_money/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data20.provider !== undefined){
let data21 = data20.provider;
if(typeof data21 === "string"){
if(func2(data21) > 64){
const err60 = {instancePath:instancePath+"/mobile_money/provider",schemaPath:"#/properties/mobile_money/properties/provider/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(func2(data21) < 1){
const err61 = {instancePath:instancePath+"/mobile_money/provider",schemaPath:"#/properties/mobile_money/properties/provider/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(!pattern31.test(data21)){
const err62 = {instancePath:instancePath+"/mobile_money/provider",schemaPath:"#/properties/mobile_money/properties/provider/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
else {
const err63 = {instancePath:instancePath+"/mobile_money/provider",schemaPath:"#/properties/mobile_money/properties/provider/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data20.phone_number !== undefined){
let data22 = data20.phone_number;
if(typeof data22 === "string"){
if(!pattern85.test(data22)){
const err64 = {instancePath:instancePath+"/mobile_money/phone_number",schemaPath:"../common.json#/$defs/Phone/pattern",keyword:"pattern",params:{pattern: "^\\+[1-9][0-9]{6,14}$"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/mobile_money/phone_number",schemaPath:"../common.json#/$defs/Phone/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/mobile_money",schemaPath:"#/properties/mobile_money/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data.emailpay !== undefined){
let data23 = data.emailpay;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if(Object.keys(data23).length < 1){
const err67 = {instancePath:instancePath+"/emailpay",schemaPath:"#/properties/emailpay/minProperties",keyword:"minProperties",params:{limit: 1}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
for(const key3 in data23){
if(!((key3 === "email") || (key3 === "phone"))){
const err68 = {instancePath:instancePath+"/emailpay",schemaPath:"#/properties/emailpay/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data23.email !== undefined){
let data24 = data23.email;
if(typeof data24 === "string"){
if(func2(data24) > 254){
const err69 = {instancePath:instancePath+"/emailpay/email",schemaPath:"../common.json#/$defs/Email/maxLength",keyword:"maxLength",params:{limit: 254}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(!(formats52.test(data24))){
const err70 = {instancePath:instancePath+"/emailpay/email",schemaPath:"../common.json#/$defs/Email/format",keyword:"format",params:{format: "email"}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
else {
const err71 = {instancePath:instancePath+"/emailpay/email",schemaPath:"../common.json#/$defs/Email/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data23.phone !== undefined){
let data25 = data23.phone;
if(typeof data25 === "string"){
if(!pattern85.test(data25)){
const err72 = {instancePath:instancePath+"/emailpay/phone",schemaPath:"../common.json#/$defs/Phone/pattern",keyword:"pattern",params:{pattern: "^\\+[1-9][0-9]{6,14}$"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/emailpay/phone",schemaPath:"../common.json#/$defs/Phone/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
}
else {
const err74 = {instancePath:instancePath+"/emailpay",schemaPath:"#/properties/emailpay/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data.metadata !== undefined){
let data26 = data.metadata;
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
if(Object.keys(data26).length > 50){
const err75 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
for(const key4 in data26){
const _errs62 = errors;
if(typeof key4 === "string"){
if(func2(key4) > 40){
const err76 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key4};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
var valid22 = _errs62 === errors;
if(!valid22){
const err77 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key4}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
for(const key5 in data26){
let data27 = data26[key5];
if(typeof data27 === "string"){
if(func2(data27) > 500){
const err78 = {instancePath:instancePath+"/metadata/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if(!pattern12.test(data27)){
const err79 = {instancePath:instancePath+"/metadata/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
else {
const err80 = {instancePath:instancePath+"/metadata/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
}
else {
const err81 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
}
else {
const err82 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
validate83.errors = vErrors;
return errors === 0;
}
validate83.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validatePayoutAccountListQuery = validate84;
const schema184 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate84(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate84.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err10 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate84.errors = vErrors;
return errors === 0;
}
validate84.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validatePayoutAccountPage = validate85;
const schema185 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/PayoutAccount"}},"has_more":{"type":"boolean"}}};

function validate85(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate85.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate82(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate85.errors = vErrors;
return errors === 0;
}
validate85.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateProjectionList = validate88;
const schema187 = {"type":"object","additionalProperties":false,"required":["data"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/ProjectionStatus"}}}};
const schema188 = {"type":"object","additionalProperties":false,"required":["name","version","state","position","lag"],"properties":{"name":{"type":"string"},"version":{"type":"integer","minimum":1},"state":{"enum":["live","catching_up","stalled","waiting"]},"position":{"type":"string","pattern":"^(-1|[0-9]+)$"},"lag":{"type":"integer","minimum":0}}};
const pattern88 = new RegExp("^(-1|[0-9]+)$", "u");

function validate88(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate88.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "data")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.name === undefined){
const err2 = {instancePath:instancePath+"/data/" + i0,schemaPath:"#/$defs/ProjectionStatus/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.version === undefined){
const err3 = {instancePath:instancePath+"/data/" + i0,schemaPath:"#/$defs/ProjectionStatus/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.state === undefined){
const err4 = {instancePath:instancePath+"/data/" + i0,schemaPath:"#/$defs/ProjectionStatus/required",keyword:"required",params:{missingProperty: "state"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.position === undefined){
const err5 = {instancePath:instancePath+"/data/" + i0,schemaPath:"#/$defs/ProjectionStatus/required",keyword:"required",params:{missingProperty: "position"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1.lag === undefined){
const err6 = {instancePath:instancePath+"/data/" + i0,schemaPath:"#/$defs/ProjectionStatus/required",keyword:"required",params:{missingProperty: "lag"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key1 in data1){
if(!(((((key1 === "name") || (key1 === "version")) || (key1 === "state")) || (key1 === "position")) || (key1 === "lag"))){
const err7 = {instancePath:instancePath+"/data/" + i0,schemaPath:"#/$defs/ProjectionStatus/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data1.name !== undefined){
if(typeof data1.name !== "string"){
const err8 = {instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/$defs/ProjectionStatus/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data1.version !== undefined){
let data3 = data1.version;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err9 = {instancePath:instancePath+"/data/" + i0+"/version",schemaPath:"#/$defs/ProjectionStatus/properties/version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 1 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/data/" + i0+"/version",schemaPath:"#/$defs/ProjectionStatus/properties/version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
if(data1.state !== undefined){
let data4 = data1.state;
if(!((((data4 === "live") || (data4 === "catching_up")) || (data4 === "stalled")) || (data4 === "waiting"))){
const err11 = {instancePath:instancePath+"/data/" + i0+"/state",schemaPath:"#/$defs/ProjectionStatus/properties/state/enum",keyword:"enum",params:{allowedValues: schema188.properties.state.enum}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data1.position !== undefined){
let data5 = data1.position;
if(typeof data5 === "string"){
if(!pattern88.test(data5)){
const err12 = {instancePath:instancePath+"/data/" + i0+"/position",schemaPath:"#/$defs/ProjectionStatus/properties/position/pattern",keyword:"pattern",params:{pattern: "^(-1|[0-9]+)$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/data/" + i0+"/position",schemaPath:"#/$defs/ProjectionStatus/properties/position/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data1.lag !== undefined){
let data6 = data1.lag;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err14 = {instancePath:instancePath+"/data/" + i0+"/lag",schemaPath:"#/$defs/ProjectionStatus/properties/lag/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
const err15 = {instancePath:instancePath+"/data/" + i0+"/lag",schemaPath:"#/$defs/ProjectionStatus/properties/lag/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
}
else {
const err16 = {instancePath:instancePath+"/data/" + i0,schemaPath:"#/$defs/ProjectionStatus/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate88.errors = vErrors;
return errors === 0;
}
validate88.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateProjectionStatus = validate89;

function validate89(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate89.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.version === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.state === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "state"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.position === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "position"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.lag === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "lag"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "name") || (key0 === "version")) || (key0 === "state")) || (key0 === "position")) || (key0 === "lag"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.version !== undefined){
let data1 = data.version;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err7 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 1 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.state !== undefined){
let data2 = data.state;
if(!((((data2 === "live") || (data2 === "catching_up")) || (data2 === "stalled")) || (data2 === "waiting"))){
const err9 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/enum",keyword:"enum",params:{allowedValues: schema188.properties.state.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.position !== undefined){
let data3 = data.position;
if(typeof data3 === "string"){
if(!pattern88.test(data3)){
const err10 = {instancePath:instancePath+"/position",schemaPath:"#/properties/position/pattern",keyword:"pattern",params:{pattern: "^(-1|[0-9]+)$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/position",schemaPath:"#/properties/position/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.lag !== undefined){
let data4 = data.lag;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err12 = {instancePath:instancePath+"/lag",schemaPath:"#/properties/lag/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
const err13 = {instancePath:instancePath+"/lag",schemaPath:"#/properties/lag/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate89.errors = vErrors;
return errors === 0;
}
validate89.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validatePublicEvent = validate90;
const schema190 = {"type":"object","additionalProperties":false,"required":["id","object","type","api_version","created_at","object_type","object_version","previous_attributes","data"],"properties":{"id":{"$ref":"../common.json#/$defs/EventId"},"object":{"const":"event"},"type":{"$ref":"#/$defs/PublicEventType"},"api_version":{"const":"v1"},"created_at":{"$ref":"../common.json#/$defs/Timestamp"},"object_type":{"enum":["user","transfer","deposit_account","webhook_endpoint"]},"object_version":{"$ref":"../common.json#/$defs/Version"},"previous_attributes":{"type":"object","additionalProperties":true},"data":{"type":"object","required":["object"],"discriminator":{"propertyName":"object"},"oneOf":[{"$ref":"user.json#/$defs/User"},{"$ref":"transfer.json#/$defs/Transfer"},{"$ref":"deposit_account.json#/$defs/DepositAccount"},{"$ref":"webhook_endpoint.json#/$defs/WebhookEndpoint"}]}}};
const schema191 = {"type":"string","pattern":"^evt_[0-9a-hjkmnp-tv-z]{26}$"};
const schema192 = {"enum":["user.created","user.kyc_status_changed","user.terms_status_changed","user.deactivated","transfer.created","transfer.state_changed","deposit.received","deposit.returned","payout.returned","deposit_account.deactivated","webhook_endpoint.test"]};
const pattern90 = new RegExp("^evt_[0-9a-hjkmnp-tv-z]{26}$", "u");

function validate91(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate91.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.type !== undefined){
if("individual" !== data.type){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.first_name === undefined){
const err2 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "first_name"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.last_name === undefined){
const err3 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "last_name"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.business_name !== undefined){
const err4 = {instancePath:instancePath+"/business_name",schemaPath:"#/allOf/0/then/properties/business_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
if(valid1){
var props0 = {};
props0.business_name = true;
props0.type = true;
}
}
if(!valid1){
const err5 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const _errs7 = errors;
let valid4 = true;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
if(data.type !== undefined){
if("business" !== data.type){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
var _valid1 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.business_name === undefined){
const err8 = {instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: "business_name"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.first_name !== undefined){
const err9 = {instancePath:instancePath+"/first_name",schemaPath:"#/allOf/1/then/properties/first_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.last_name !== undefined){
const err10 = {instancePath:instancePath+"/last_name",schemaPath:"#/allOf/1/then/properties/last_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
valid4 = _valid1;
if(valid4){
var props1 = {};
props1.first_name = true;
props1.last_name = true;
props1.type = true;
}
}
if(!valid4){
const err11 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.object === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.type === undefined){
const err14 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.external_reference === undefined){
const err15 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "external_reference"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.email === undefined){
const err16 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "email"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data.phone === undefined){
const err17 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "phone"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data.country === undefined){
const err18 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "country"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data.status === undefined){
const err19 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data.kyc_status === undefined){
const err20 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kyc_status"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data.terms_status === undefined){
const err21 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terms_status"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.rejection_reasons === undefined){
const err22 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rejection_reasons"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data.metadata === undefined){
const err23 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data.version === undefined){
const err24 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data.created_at === undefined){
const err25 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data.updated_at === undefined){
const err26 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "updated_at"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema136.properties, key0))){
const err27 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.id !== undefined){
let data5 = data.id;
if(typeof data5 === "string"){
if(!pattern5.test(data5)){
const err28 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/UserId/pattern",keyword:"pattern",params:{pattern: "^usr_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/UserId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.object !== undefined){
if("user" !== data.object){
const err30 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "user"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.type !== undefined){
let data7 = data.type;
if(!((data7 === "individual") || (data7 === "business"))){
const err31 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/UserType/enum",keyword:"enum",params:{allowedValues: schema138.enum}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.external_reference !== undefined){
if(typeof data.external_reference !== "string"){
const err32 = {instancePath:instancePath+"/external_reference",schemaPath:"#/properties/external_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.email !== undefined){
let data9 = data.email;
const _errs21 = errors;
let valid10 = false;
const _errs22 = errors;
if(typeof data9 !== "string"){
const err33 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
var _valid2 = _errs22 === errors;
valid10 = valid10 || _valid2;
const _errs24 = errors;
if(data9 !== null){
const err34 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var _valid2 = _errs24 === errors;
valid10 = valid10 || _valid2;
if(!valid10){
const err35 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
else {
errors = _errs21;
if(vErrors !== null){
if(_errs21){
vErrors.length = _errs21;
}
else {
vErrors = null;
}
}
}
}
if(data.phone !== undefined){
let data10 = data.phone;
const _errs27 = errors;
let valid11 = false;
const _errs28 = errors;
if(typeof data10 !== "string"){
const err36 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var _valid3 = _errs28 === errors;
valid11 = valid11 || _valid3;
const _errs30 = errors;
if(data10 !== null){
const err37 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
var _valid3 = _errs30 === errors;
valid11 = valid11 || _valid3;
if(!valid11){
const err38 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
else {
errors = _errs27;
if(vErrors !== null){
if(_errs27){
vErrors.length = _errs27;
}
else {
vErrors = null;
}
}
}
}
if(data.first_name !== undefined){
let data11 = data.first_name;
const _errs33 = errors;
let valid12 = false;
const _errs34 = errors;
if(typeof data11 !== "string"){
const err39 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
var _valid4 = _errs34 === errors;
valid12 = valid12 || _valid4;
const _errs36 = errors;
if(data11 !== null){
const err40 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var _valid4 = _errs36 === errors;
valid12 = valid12 || _valid4;
if(!valid12){
const err41 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
else {
errors = _errs33;
if(vErrors !== null){
if(_errs33){
vErrors.length = _errs33;
}
else {
vErrors = null;
}
}
}
}
if(data.last_name !== undefined){
let data12 = data.last_name;
const _errs39 = errors;
let valid13 = false;
const _errs40 = errors;
if(typeof data12 !== "string"){
const err42 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
var _valid5 = _errs40 === errors;
valid13 = valid13 || _valid5;
const _errs42 = errors;
if(data12 !== null){
const err43 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
var _valid5 = _errs42 === errors;
valid13 = valid13 || _valid5;
if(!valid13){
const err44 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
else {
errors = _errs39;
if(vErrors !== null){
if(_errs39){
vErrors.length = _errs39;
}
else {
vErrors = null;
}
}
}
}
if(data.business_name !== undefined){
let data13 = data.business_name;
const _errs45 = errors;
let valid14 = false;
const _errs46 = errors;
if(typeof data13 !== "string"){
const err45 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
var _valid6 = _errs46 === errors;
valid14 = valid14 || _valid6;
const _errs48 = errors;
if(data13 !== null){
const err46 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
var _valid6 = _errs48 === errors;
valid14 = valid14 || _valid6;
if(!valid14){
const err47 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
else {
errors = _errs45;
if(vErrors !== null){
if(_errs45){
vErrors.length = _errs45;
}
else {
vErrors = null;
}
}
}
}
if(data.country !== undefined){
let data14 = data.country;
const _errs51 = errors;
let valid15 = false;
const _errs52 = errors;
if(typeof data14 === "string"){
if(!pattern57.test(data14)){
const err48 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
var _valid7 = _errs52 === errors;
valid15 = valid15 || _valid7;
const _errs55 = errors;
if(data14 !== null){
const err50 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
var _valid7 = _errs55 === errors;
valid15 = valid15 || _valid7;
if(!valid15){
const err51 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
else {
errors = _errs51;
if(vErrors !== null){
if(_errs51){
vErrors.length = _errs51;
}
else {
vErrors = null;
}
}
}
}
if(data.status !== undefined){
let data15 = data.status;
if(!((data15 === "active") || (data15 === "deactivated"))){
const err52 = {instancePath:instancePath+"/status",schemaPath:"#/$defs/UserStatus/enum",keyword:"enum",params:{allowedValues: schema140.enum}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.kyc_status !== undefined){
let data16 = data.kyc_status;
if(!(((((data16 === "not_started") || (data16 === "under_review")) || (data16 === "incomplete")) || (data16 === "approved")) || (data16 === "rejected"))){
const err53 = {instancePath:instancePath+"/kyc_status",schemaPath:"#/$defs/KycStatus/enum",keyword:"enum",params:{allowedValues: schema141.enum}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data.terms_status !== undefined){
let data17 = data.terms_status;
if(!((data17 === "pending") || (data17 === "approved"))){
const err54 = {instancePath:instancePath+"/terms_status",schemaPath:"#/$defs/TermsStatus/enum",keyword:"enum",params:{allowedValues: schema142.enum}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data.rejection_reasons !== undefined){
let data18 = data.rejection_reasons;
if(Array.isArray(data18)){
const len0 = data18.length;
for(let i0=0; i0<len0; i0++){
let data19 = data18[i0];
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(data19.code === undefined){
const err55 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data19.message === undefined){
const err56 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
for(const key1 in data19){
if(!((key1 === "code") || (key1 === "message"))){
const err57 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data19.code !== undefined){
let data20 = data19.code;
if(typeof data20 === "string"){
if(func2(data20) > 64){
const err58 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(func2(data20) < 1){
const err59 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(!pattern31.test(data20)){
const err60 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data19.message !== undefined){
let data21 = data19.message;
if(typeof data21 === "string"){
if(func2(data21) > 500){
const err62 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(func2(data21) < 1){
const err63 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(!pattern31.test(data21)){
const err64 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
}
else {
const err67 = {instancePath:instancePath+"/rejection_reasons",schemaPath:"#/properties/rejection_reasons/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data.metadata !== undefined){
let data22 = data.metadata;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(Object.keys(data22).length > 50){
const err68 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
for(const key2 in data22){
const _errs76 = errors;
if(typeof key2 === "string"){
if(func2(key2) > 40){
const err69 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key2};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
var valid25 = _errs76 === errors;
if(!valid25){
const err70 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key2}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
for(const key3 in data22){
let data23 = data22[key3];
if(typeof data23 === "string"){
if(func2(data23) > 500){
const err71 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if(!pattern12.test(data23)){
const err72 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
}
else {
const err74 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data.version !== undefined){
let data24 = data.version;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err75 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 1 || isNaN(data24)){
const err76 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
}
if(data.created_at !== undefined){
let data25 = data.created_at;
if(typeof data25 === "string"){
if(!pattern11.test(data25)){
const err77 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if(!(formats0.validate(data25))){
const err78 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
else {
const err79 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data.updated_at !== undefined){
let data26 = data.updated_at;
if(typeof data26 === "string"){
if(!pattern11.test(data26)){
const err80 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(!(formats0.validate(data26))){
const err81 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
else {
const err83 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
validate91.errors = vErrors;
return errors === 0;
}
validate91.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema208 = {"type":"object","additionalProperties":false,"required":["id","object","kind","state","state_reason","source","destination","amount","deposit_account_id","deposit_instructions","receipt","integrator_reference","metadata","version","created_at","updated_at"],"properties":{"id":{"$ref":"../common.json#/$defs/TransferId"},"object":{"const":"transfer"},"kind":{"$ref":"#/$defs/TransferKind"},"state":{"$ref":"#/$defs/TransferState"},"state_reason":{"anyOf":[{"$ref":"../common.json#/$defs/Reason"},{"type":"null"}]},"source":{"$ref":"#/$defs/Endpoint"},"destination":{"$ref":"#/$defs/Endpoint"},"amount":{"$ref":"../common.json#/$defs/Amount"},"deposit_account_id":{"anyOf":[{"$ref":"../common.json#/$defs/DepositAccountId"},{"type":"null"}]},"deposit_instructions":{"anyOf":[{"$ref":"deposit_account.json#/$defs/DepositInstructions"},{"type":"null"}]},"receipt":{"anyOf":[{"$ref":"#/$defs/Receipt"},{"type":"null"}]},"integrator_reference":{"anyOf":[{"type":"string"},{"type":"null"}]},"metadata":{"$ref":"../common.json#/$defs/Metadata"},"version":{"$ref":"../common.json#/$defs/Version"},"created_at":{"$ref":"../common.json#/$defs/Timestamp"},"updated_at":{"$ref":"../common.json#/$defs/Timestamp"}}};
const schema210 = {"enum":["user_to_user","conversion","onramp","offramp"]};
const schema211 = {"enum":["pending","awaiting_funds","funds_received","in_review","payout_submitted","completed","failed","canceled","returned","undeliverable","refunded"]};
const schema213 = {"type":"object","additionalProperties":false,"required":["type"],"properties":{"type":{"enum":["wallet","fiat","payout_account"]},"wallet_id":{"$ref":"../common.json#/$defs/WalletId"},"payout_account_id":{"$ref":"../common.json#/$defs/PayoutAccountId"},"user_id":{"$ref":"../common.json#/$defs/UserId"},"asset":{"$ref":"../common.json#/$defs/Asset"},"currency":{"$ref":"../common.json#/$defs/Currency"},"rail":{"$ref":"../common.json#/$defs/Rail"}},"allOf":[{"if":{"properties":{"type":{"const":"wallet"}},"required":["type"]},"then":{"required":["wallet_id","user_id","asset"],"properties":{"payout_account_id":false,"currency":false,"rail":false}}},{"if":{"properties":{"type":{"const":"fiat"}},"required":["type"]},"then":{"required":["currency","rail"],"properties":{"wallet_id":false,"payout_account_id":false,"user_id":false,"asset":false}}},{"if":{"properties":{"type":{"const":"payout_account"}},"required":["type"]},"then":{"required":["payout_account_id","user_id","currency","rail"],"properties":{"wallet_id":false,"asset":false}}}]};

function validate94(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate94.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.type !== undefined){
if("wallet" !== data.type){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.wallet_id === undefined){
const err2 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "wallet_id"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.user_id === undefined){
const err3 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.asset === undefined){
const err4 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "asset"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.payout_account_id !== undefined){
const err5 = {instancePath:instancePath+"/payout_account_id",schemaPath:"#/allOf/0/then/properties/payout_account_id/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.currency !== undefined){
const err6 = {instancePath:instancePath+"/currency",schemaPath:"#/allOf/0/then/properties/currency/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.rail !== undefined){
const err7 = {instancePath:instancePath+"/rail",schemaPath:"#/allOf/0/then/properties/rail/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
if(valid1){
var props0 = {};
props0.payout_account_id = true;
props0.currency = true;
props0.rail = true;
props0.type = true;
}
}
if(!valid1){
const err8 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
const _errs7 = errors;
let valid4 = true;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
const err9 = {};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
if(data.type !== undefined){
if("fiat" !== data.type){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
var _valid1 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.currency === undefined){
const err11 = {instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.rail === undefined){
const err12 = {instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.wallet_id !== undefined){
const err13 = {instancePath:instancePath+"/wallet_id",schemaPath:"#/allOf/1/then/properties/wallet_id/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.payout_account_id !== undefined){
const err14 = {instancePath:instancePath+"/payout_account_id",schemaPath:"#/allOf/1/then/properties/payout_account_id/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.user_id !== undefined){
const err15 = {instancePath:instancePath+"/user_id",schemaPath:"#/allOf/1/then/properties/user_id/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.asset !== undefined){
const err16 = {instancePath:instancePath+"/asset",schemaPath:"#/allOf/1/then/properties/asset/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
valid4 = _valid1;
if(valid4){
var props1 = {};
props1.wallet_id = true;
props1.payout_account_id = true;
props1.user_id = true;
props1.asset = true;
props1.type = true;
}
}
if(!valid4){
const err17 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
const _errs12 = errors;
let valid7 = true;
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.type === undefined) && (missing2 = "type")){
const err18 = {};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
else {
if(data.type !== undefined){
if("payout_account" !== data.type){
const err19 = {};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
}
var _valid2 = _errs13 === errors;
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
if(_valid2){
const _errs15 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.payout_account_id === undefined){
const err20 = {instancePath,schemaPath:"#/allOf/2/then/required",keyword:"required",params:{missingProperty: "payout_account_id"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data.user_id === undefined){
const err21 = {instancePath,schemaPath:"#/allOf/2/then/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.currency === undefined){
const err22 = {instancePath,schemaPath:"#/allOf/2/then/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data.rail === undefined){
const err23 = {instancePath,schemaPath:"#/allOf/2/then/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data.wallet_id !== undefined){
const err24 = {instancePath:instancePath+"/wallet_id",schemaPath:"#/allOf/2/then/properties/wallet_id/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data.asset !== undefined){
const err25 = {instancePath:instancePath+"/asset",schemaPath:"#/allOf/2/then/properties/asset/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
var _valid2 = _errs15 === errors;
valid7 = _valid2;
if(valid7){
var props2 = {};
props2.wallet_id = true;
props2.asset = true;
props2.type = true;
}
}
if(!valid7){
const err26 = {instancePath,schemaPath:"#/allOf/2/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(props0 !== true && props2 !== undefined){
if(props2 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props2);
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err27 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "type") || (key0 === "wallet_id")) || (key0 === "payout_account_id")) || (key0 === "user_id")) || (key0 === "asset")) || (key0 === "currency")) || (key0 === "rail"))){
const err28 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.type !== undefined){
let data12 = data.type;
if(!(((data12 === "wallet") || (data12 === "fiat")) || (data12 === "payout_account"))){
const err29 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema213.properties.type.enum}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.wallet_id !== undefined){
let data13 = data.wallet_id;
if(typeof data13 === "string"){
if(!pattern7.test(data13)){
const err30 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/WalletId/pattern",keyword:"pattern",params:{pattern: "^wal_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/WalletId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.payout_account_id !== undefined){
let data14 = data.payout_account_id;
if(typeof data14 === "string"){
if(!pattern71.test(data14)){
const err32 = {instancePath:instancePath+"/payout_account_id",schemaPath:"../common.json#/$defs/PayoutAccountId/pattern",keyword:"pattern",params:{pattern: "^pa_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/payout_account_id",schemaPath:"../common.json#/$defs/PayoutAccountId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.user_id !== undefined){
let data15 = data.user_id;
if(typeof data15 === "string"){
if(!pattern5.test(data15)){
const err34 = {instancePath:instancePath+"/user_id",schemaPath:"../common.json#/$defs/UserId/pattern",keyword:"pattern",params:{pattern: "^usr_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/user_id",schemaPath:"../common.json#/$defs/UserId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.asset !== undefined){
let data16 = data.asset;
if(typeof data16 === "string"){
if(!pattern8.test(data16)){
const err36 = {instancePath:instancePath+"/asset",schemaPath:"../common.json#/$defs/Asset/pattern",keyword:"pattern",params:{pattern: "^svc-[a-z0-9-]{1,32}$"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/asset",schemaPath:"../common.json#/$defs/Asset/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.currency !== undefined){
let data17 = data.currency;
if(typeof data17 === "string"){
if(!pattern6.test(data17)){
const err38 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[a-z]{3}$"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.rail !== undefined){
let data18 = data.rail;
if(typeof data18 === "string"){
if(func2(data18) > 64){
const err40 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(func2(data18) < 1){
const err41 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
validate94.errors = vErrors;
return errors === 0;
}
validate94.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate97(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate97.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.type !== undefined){
if("bank" !== data.type){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.bank_name === undefined){
const err2 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "bank_name"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.account_name === undefined){
const err3 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "account_name"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.account_number === undefined){
const err4 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "account_number"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.provider !== undefined){
const err5 = {instancePath:instancePath+"/provider",schemaPath:"#/allOf/0/then/properties/provider/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.merchant_code !== undefined){
const err6 = {instancePath:instancePath+"/merchant_code",schemaPath:"#/allOf/0/then/properties/merchant_code/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.phone_number !== undefined){
const err7 = {instancePath:instancePath+"/phone_number",schemaPath:"#/allOf/0/then/properties/phone_number/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.approval_url !== undefined){
const err8 = {instancePath:instancePath+"/approval_url",schemaPath:"#/allOf/0/then/properties/approval_url/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
if(valid1){
var props0 = {};
props0.provider = true;
props0.merchant_code = true;
props0.phone_number = true;
props0.approval_url = true;
props0.type = true;
}
}
if(!valid1){
const err9 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const _errs7 = errors;
let valid4 = true;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
if(data.type !== undefined){
if("mobile_money" !== data.type){
const err11 = {};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
var _valid1 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider === undefined){
const err12 = {instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: "provider"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.bank_name !== undefined){
const err13 = {instancePath:instancePath+"/bank_name",schemaPath:"#/allOf/1/then/properties/bank_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.bank_address !== undefined){
const err14 = {instancePath:instancePath+"/bank_address",schemaPath:"#/allOf/1/then/properties/bank_address/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.account_name !== undefined){
const err15 = {instancePath:instancePath+"/account_name",schemaPath:"#/allOf/1/then/properties/account_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.account_number !== undefined){
const err16 = {instancePath:instancePath+"/account_number",schemaPath:"#/allOf/1/then/properties/account_number/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data.routing_code !== undefined){
const err17 = {instancePath:instancePath+"/routing_code",schemaPath:"#/allOf/1/then/properties/routing_code/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data.swift_bic !== undefined){
const err18 = {instancePath:instancePath+"/swift_bic",schemaPath:"#/allOf/1/then/properties/swift_bic/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data.approval_url !== undefined){
const err19 = {instancePath:instancePath+"/approval_url",schemaPath:"#/allOf/1/then/properties/approval_url/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
valid4 = _valid1;
if(valid4){
var props1 = {};
props1.bank_name = true;
props1.bank_address = true;
props1.account_name = true;
props1.account_number = true;
props1.routing_code = true;
props1.swift_bic = true;
props1.approval_url = true;
props1.type = true;
}
}
if(!valid4){
const err20 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
const _errs12 = errors;
let valid7 = true;
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.type === undefined) && (missing2 = "type")){
const err21 = {};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
else {
if(data.type !== undefined){
if("emailpay" !== data.type){
const err22 = {};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
}
var _valid2 = _errs13 === errors;
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
if(_valid2){
const _errs15 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount === undefined){
const err23 = {instancePath,schemaPath:"#/allOf/2/then/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data.expires_at === undefined){
const err24 = {instancePath,schemaPath:"#/allOf/2/then/required",keyword:"required",params:{missingProperty: "expires_at"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data.approval_url === undefined){
const err25 = {instancePath,schemaPath:"#/allOf/2/then/required",keyword:"required",params:{missingProperty: "approval_url"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data.bank_name !== undefined){
const err26 = {instancePath:instancePath+"/bank_name",schemaPath:"#/allOf/2/then/properties/bank_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data.bank_address !== undefined){
const err27 = {instancePath:instancePath+"/bank_address",schemaPath:"#/allOf/2/then/properties/bank_address/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data.account_name !== undefined){
const err28 = {instancePath:instancePath+"/account_name",schemaPath:"#/allOf/2/then/properties/account_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data.account_number !== undefined){
const err29 = {instancePath:instancePath+"/account_number",schemaPath:"#/allOf/2/then/properties/account_number/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data.routing_code !== undefined){
const err30 = {instancePath:instancePath+"/routing_code",schemaPath:"#/allOf/2/then/properties/routing_code/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data.swift_bic !== undefined){
const err31 = {instancePath:instancePath+"/swift_bic",schemaPath:"#/allOf/2/then/properties/swift_bic/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data.provider !== undefined){
const err32 = {instancePath:instancePath+"/provider",schemaPath:"#/allOf/2/then/properties/provider/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data.merchant_code !== undefined){
const err33 = {instancePath:instancePath+"/merchant_code",schemaPath:"#/allOf/2/then/properties/merchant_code/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data.phone_number !== undefined){
const err34 = {instancePath:instancePath+"/phone_number",schemaPath:"#/allOf/2/then/properties/phone_number/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
var _valid2 = _errs15 === errors;
valid7 = _valid2;
if(valid7){
var props2 = {};
props2.bank_name = true;
props2.bank_address = true;
props2.account_name = true;
props2.account_number = true;
props2.routing_code = true;
props2.swift_bic = true;
props2.provider = true;
props2.merchant_code = true;
props2.phone_number = true;
props2.type = true;
}
}
if(!valid7){
const err35 = {instancePath,schemaPath:"#/allOf/2/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(props0 !== true && props2 !== undefined){
if(props2 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props2);
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err36 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data.currency === undefined){
const err37 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data.rail === undefined){
const err38 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data.reference === undefined){
const err39 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reference"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema41.properties, key0))){
const err40 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.type !== undefined){
let data23 = data.type;
if(!(((data23 === "bank") || (data23 === "mobile_money")) || (data23 === "emailpay"))){
const err41 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema41.properties.type.enum}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.currency !== undefined){
let data24 = data.currency;
if(typeof data24 === "string"){
if(!pattern6.test(data24)){
const err42 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[a-z]{3}$"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data.rail !== undefined){
let data25 = data.rail;
if(typeof data25 === "string"){
if(func2(data25) > 64){
const err44 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(func2(data25) < 1){
const err45 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data.bank_name !== undefined){
if(typeof data.bank_name !== "string"){
const err47 = {instancePath:instancePath+"/bank_name",schemaPath:"#/properties/bank_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data.bank_address !== undefined){
if(typeof data.bank_address !== "string"){
const err48 = {instancePath:instancePath+"/bank_address",schemaPath:"#/properties/bank_address/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data.account_name !== undefined){
if(typeof data.account_name !== "string"){
const err49 = {instancePath:instancePath+"/account_name",schemaPath:"#/properties/account_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data.account_number !== undefined){
if(typeof data.account_number !== "string"){
const err50 = {instancePath:instancePath+"/account_number",schemaPath:"#/properties/account_number/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data.routing_code !== undefined){
if(typeof data.routing_code !== "string"){
const err51 = {instancePath:instancePath+"/routing_code",schemaPath:"#/properties/routing_code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data.swift_bic !== undefined){
if(typeof data.swift_bic !== "string"){
const err52 = {instancePath:instancePath+"/swift_bic",schemaPath:"#/properties/swift_bic/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.reference !== undefined){
if(typeof data.reference !== "string"){
const err53 = {instancePath:instancePath+"/reference",schemaPath:"#/properties/reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data.amount !== undefined){
let data33 = data.amount;
if(typeof data33 === "string"){
if(func2(data33) > 40){
const err54 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(!pattern10.test(data33)){
const err55 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.expires_at !== undefined){
let data34 = data.expires_at;
if(typeof data34 === "string"){
if(!pattern11.test(data34)){
const err57 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(!(formats0.validate(data34))){
const err58 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
else {
const err59 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
const err60 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.merchant_code !== undefined){
if(typeof data.merchant_code !== "string"){
const err61 = {instancePath:instancePath+"/merchant_code",schemaPath:"#/properties/merchant_code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data.phone_number !== undefined){
if(typeof data.phone_number !== "string"){
const err62 = {instancePath:instancePath+"/phone_number",schemaPath:"#/properties/phone_number/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data.approval_url !== undefined){
let data38 = data.approval_url;
if(typeof data38 === "string"){
if(!(formats2(data38))){
const err63 = {instancePath:instancePath+"/approval_url",schemaPath:"#/properties/approval_url/format",keyword:"format",params:{format: "uri"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/approval_url",schemaPath:"#/properties/approval_url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
validate97.errors = vErrors;
return errors === 0;
}
validate97.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema227 = {"type":"object","additionalProperties":false,"required":["rate","fees","rail_reference","initiated_at","completed_at"],"properties":{"amount_expected":{"anyOf":[{"$ref":"../common.json#/$defs/Amount"},{"type":"null"}]},"amount_received":{"$ref":"../common.json#/$defs/Amount"},"amount_debited":{"$ref":"../common.json#/$defs/Amount"},"amount_credited":{"anyOf":[{"$ref":"../common.json#/$defs/Amount"},{"type":"null"}]},"earned_amount":{"$ref":"../common.json#/$defs/Amount"},"amount_paid_out":{"anyOf":[{"$ref":"../common.json#/$defs/Amount"},{"type":"null"}]},"rate":{"anyOf":[{"$ref":"../common.json#/$defs/RateValue"},{"type":"null"}]},"fees":{"type":"array","items":{"$ref":"../common.json#/$defs/Fee"}},"rail_reference":{"anyOf":[{"type":"string"},{"type":"null"}]},"initiated_at":{"$ref":"../common.json#/$defs/Timestamp"},"completed_at":{"anyOf":[{"$ref":"../common.json#/$defs/Timestamp"},{"type":"null"}]}}};

function validate100(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate100.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.amount === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.unit === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "unit"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "type") || (key0 === "amount")) || (key0 === "unit"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.type !== undefined){
if(typeof data.type !== "string"){
const err4 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.amount !== undefined){
let data1 = data.amount;
if(typeof data1 === "string"){
if(func2(data1) > 40){
const err5 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern10.test(data1)){
const err6 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.unit !== undefined){
if(typeof data.unit !== "string"){
const err8 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate100.errors = vErrors;
return errors === 0;
}
validate100.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate99(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate99.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.rate === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rate"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.fees === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fees"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.rail_reference === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rail_reference"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.initiated_at === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "initiated_at"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.completed_at === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "completed_at"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema227.properties, key0))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.amount_expected !== undefined){
let data0 = data.amount_expected;
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(typeof data0 === "string"){
if(func2(data0) > 40){
const err6 = {instancePath:instancePath+"/amount_expected",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern10.test(data0)){
const err7 = {instancePath:instancePath+"/amount_expected",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/amount_expected",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs4 === errors;
valid1 = valid1 || _valid0;
const _errs7 = errors;
if(data0 !== null){
const err9 = {instancePath:instancePath+"/amount_expected",schemaPath:"#/properties/amount_expected/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var _valid0 = _errs7 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err10 = {instancePath:instancePath+"/amount_expected",schemaPath:"#/properties/amount_expected/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
}
if(data.amount_received !== undefined){
let data1 = data.amount_received;
if(typeof data1 === "string"){
if(func2(data1) > 40){
const err11 = {instancePath:instancePath+"/amount_received",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern10.test(data1)){
const err12 = {instancePath:instancePath+"/amount_received",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/amount_received",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.amount_debited !== undefined){
let data2 = data.amount_debited;
if(typeof data2 === "string"){
if(func2(data2) > 40){
const err14 = {instancePath:instancePath+"/amount_debited",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern10.test(data2)){
const err15 = {instancePath:instancePath+"/amount_debited",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/amount_debited",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.amount_credited !== undefined){
let data3 = data.amount_credited;
const _errs16 = errors;
let valid5 = false;
const _errs17 = errors;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err17 = {instancePath:instancePath+"/amount_credited",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!pattern10.test(data3)){
const err18 = {instancePath:instancePath+"/amount_credited",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/amount_credited",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
var _valid1 = _errs17 === errors;
valid5 = valid5 || _valid1;
const _errs20 = errors;
if(data3 !== null){
const err20 = {instancePath:instancePath+"/amount_credited",schemaPath:"#/properties/amount_credited/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
var _valid1 = _errs20 === errors;
valid5 = valid5 || _valid1;
if(!valid5){
const err21 = {instancePath:instancePath+"/amount_credited",schemaPath:"#/properties/amount_credited/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
}
if(data.earned_amount !== undefined){
let data4 = data.earned_amount;
if(typeof data4 === "string"){
if(func2(data4) > 40){
const err22 = {instancePath:instancePath+"/earned_amount",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!pattern10.test(data4)){
const err23 = {instancePath:instancePath+"/earned_amount",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/earned_amount",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.amount_paid_out !== undefined){
let data5 = data.amount_paid_out;
const _errs26 = errors;
let valid8 = false;
const _errs27 = errors;
if(typeof data5 === "string"){
if(func2(data5) > 40){
const err25 = {instancePath:instancePath+"/amount_paid_out",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!pattern10.test(data5)){
const err26 = {instancePath:instancePath+"/amount_paid_out",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/amount_paid_out",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
var _valid2 = _errs27 === errors;
valid8 = valid8 || _valid2;
const _errs30 = errors;
if(data5 !== null){
const err28 = {instancePath:instancePath+"/amount_paid_out",schemaPath:"#/properties/amount_paid_out/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var _valid2 = _errs30 === errors;
valid8 = valid8 || _valid2;
if(!valid8){
const err29 = {instancePath:instancePath+"/amount_paid_out",schemaPath:"#/properties/amount_paid_out/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
else {
errors = _errs26;
if(vErrors !== null){
if(_errs26){
vErrors.length = _errs26;
}
else {
vErrors = null;
}
}
}
}
if(data.rate !== undefined){
let data6 = data.rate;
const _errs33 = errors;
let valid10 = false;
const _errs34 = errors;
if(typeof data6 === "string"){
if(func2(data6) > 40){
const err30 = {instancePath:instancePath+"/rate",schemaPath:"../common.json#/$defs/RateValue/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(!pattern24.test(data6)){
const err31 = {instancePath:instancePath+"/rate",schemaPath:"../common.json#/$defs/RateValue/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/rate",schemaPath:"../common.json#/$defs/RateValue/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
var _valid3 = _errs34 === errors;
valid10 = valid10 || _valid3;
const _errs37 = errors;
if(data6 !== null){
const err33 = {instancePath:instancePath+"/rate",schemaPath:"#/properties/rate/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
var _valid3 = _errs37 === errors;
valid10 = valid10 || _valid3;
if(!valid10){
const err34 = {instancePath:instancePath+"/rate",schemaPath:"#/properties/rate/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
else {
errors = _errs33;
if(vErrors !== null){
if(_errs33){
vErrors.length = _errs33;
}
else {
vErrors = null;
}
}
}
}
if(data.fees !== undefined){
let data7 = data.fees;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
if(!(validate100(data7[i0], {instancePath:instancePath+"/fees/" + i0,parentData:data7,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
errors = vErrors.length;
}
}
}
else {
const err35 = {instancePath:instancePath+"/fees",schemaPath:"#/properties/fees/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.rail_reference !== undefined){
let data9 = data.rail_reference;
const _errs43 = errors;
let valid14 = false;
const _errs44 = errors;
if(typeof data9 !== "string"){
const err36 = {instancePath:instancePath+"/rail_reference",schemaPath:"#/properties/rail_reference/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var _valid4 = _errs44 === errors;
valid14 = valid14 || _valid4;
const _errs46 = errors;
if(data9 !== null){
const err37 = {instancePath:instancePath+"/rail_reference",schemaPath:"#/properties/rail_reference/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
var _valid4 = _errs46 === errors;
valid14 = valid14 || _valid4;
if(!valid14){
const err38 = {instancePath:instancePath+"/rail_reference",schemaPath:"#/properties/rail_reference/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
else {
errors = _errs43;
if(vErrors !== null){
if(_errs43){
vErrors.length = _errs43;
}
else {
vErrors = null;
}
}
}
}
if(data.initiated_at !== undefined){
let data10 = data.initiated_at;
if(typeof data10 === "string"){
if(!pattern11.test(data10)){
const err39 = {instancePath:instancePath+"/initiated_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(!(formats0.validate(data10))){
const err40 = {instancePath:instancePath+"/initiated_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
else {
const err41 = {instancePath:instancePath+"/initiated_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.completed_at !== undefined){
let data11 = data.completed_at;
const _errs52 = errors;
let valid16 = false;
const _errs53 = errors;
if(typeof data11 === "string"){
if(!pattern11.test(data11)){
const err42 = {instancePath:instancePath+"/completed_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(!(formats0.validate(data11))){
const err43 = {instancePath:instancePath+"/completed_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
else {
const err44 = {instancePath:instancePath+"/completed_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
var _valid5 = _errs53 === errors;
valid16 = valid16 || _valid5;
const _errs56 = errors;
if(data11 !== null){
const err45 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
var _valid5 = _errs56 === errors;
valid16 = valid16 || _valid5;
if(!valid16){
const err46 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
else {
errors = _errs52;
if(vErrors !== null){
if(_errs52){
vErrors.length = _errs52;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err47 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
validate99.errors = vErrors;
return errors === 0;
}
validate99.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate93(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate93.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.kind === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.state === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "state"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.state_reason === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "state_reason"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.source === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.destination === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.amount === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.deposit_account_id === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deposit_account_id"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.deposit_instructions === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deposit_instructions"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.receipt === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "receipt"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.integrator_reference === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "integrator_reference"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.metadata === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.version === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.created_at === undefined){
const err14 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.updated_at === undefined){
const err15 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "updated_at"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema208.properties, key0))){
const err16 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern20.test(data0)){
const err17 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/TransferId/pattern",keyword:"pattern",params:{pattern: "^trf_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/TransferId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.object !== undefined){
if("transfer" !== data.object){
const err19 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "transfer"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.kind !== undefined){
let data2 = data.kind;
if(!((((data2 === "user_to_user") || (data2 === "conversion")) || (data2 === "onramp")) || (data2 === "offramp"))){
const err20 = {instancePath:instancePath+"/kind",schemaPath:"#/$defs/TransferKind/enum",keyword:"enum",params:{allowedValues: schema210.enum}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.state !== undefined){
let data3 = data.state;
if(!(((((((((((data3 === "pending") || (data3 === "awaiting_funds")) || (data3 === "funds_received")) || (data3 === "in_review")) || (data3 === "payout_submitted")) || (data3 === "completed")) || (data3 === "failed")) || (data3 === "canceled")) || (data3 === "returned")) || (data3 === "undeliverable")) || (data3 === "refunded"))){
const err21 = {instancePath:instancePath+"/state",schemaPath:"#/$defs/TransferState/enum",keyword:"enum",params:{allowedValues: schema211.enum}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.state_reason !== undefined){
let data4 = data.state_reason;
const _errs11 = errors;
let valid4 = false;
const _errs12 = errors;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.code === undefined){
const err22 = {instancePath:instancePath+"/state_reason",schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data4.message === undefined){
const err23 = {instancePath:instancePath+"/state_reason",schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
for(const key1 in data4){
if(!((key1 === "code") || (key1 === "message"))){
const err24 = {instancePath:instancePath+"/state_reason",schemaPath:"../common.json#/$defs/Reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data4.code !== undefined){
let data5 = data4.code;
if(typeof data5 === "string"){
if(func2(data5) > 64){
const err25 = {instancePath:instancePath+"/state_reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(func2(data5) < 1){
const err26 = {instancePath:instancePath+"/state_reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!pattern31.test(data5)){
const err27 = {instancePath:instancePath+"/state_reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/state_reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data4.message !== undefined){
let data6 = data4.message;
if(typeof data6 === "string"){
if(func2(data6) > 500){
const err29 = {instancePath:instancePath+"/state_reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(func2(data6) < 1){
const err30 = {instancePath:instancePath+"/state_reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(!pattern31.test(data6)){
const err31 = {instancePath:instancePath+"/state_reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/state_reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/state_reason",schemaPath:"../common.json#/$defs/Reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid4 = valid4 || _valid0;
const _errs20 = errors;
if(data4 !== null){
const err34 = {instancePath:instancePath+"/state_reason",schemaPath:"#/properties/state_reason/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var _valid0 = _errs20 === errors;
valid4 = valid4 || _valid0;
if(!valid4){
const err35 = {instancePath:instancePath+"/state_reason",schemaPath:"#/properties/state_reason/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
}
if(data.source !== undefined){
if(!(validate94(data.source, {instancePath:instancePath+"/source",parentData:data,parentDataProperty:"source",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate94.errors : vErrors.concat(validate94.errors);
errors = vErrors.length;
}
}
if(data.destination !== undefined){
if(!(validate94(data.destination, {instancePath:instancePath+"/destination",parentData:data,parentDataProperty:"destination",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate94.errors : vErrors.concat(validate94.errors);
errors = vErrors.length;
}
}
if(data.amount !== undefined){
let data9 = data.amount;
if(typeof data9 === "string"){
if(func2(data9) > 40){
const err36 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(!pattern10.test(data9)){
const err37 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.deposit_account_id !== undefined){
let data10 = data.deposit_account_id;
const _errs28 = errors;
let valid8 = false;
const _errs29 = errors;
if(typeof data10 === "string"){
if(!pattern4.test(data10)){
const err39 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"../common.json#/$defs/DepositAccountId/pattern",keyword:"pattern",params:{pattern: "^da_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"../common.json#/$defs/DepositAccountId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var _valid1 = _errs29 === errors;
valid8 = valid8 || _valid1;
const _errs32 = errors;
if(data10 !== null){
const err41 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"#/properties/deposit_account_id/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
var _valid1 = _errs32 === errors;
valid8 = valid8 || _valid1;
if(!valid8){
const err42 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"#/properties/deposit_account_id/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
else {
errors = _errs28;
if(vErrors !== null){
if(_errs28){
vErrors.length = _errs28;
}
else {
vErrors = null;
}
}
}
}
if(data.deposit_instructions !== undefined){
let data11 = data.deposit_instructions;
const _errs35 = errors;
let valid10 = false;
const _errs36 = errors;
if(!(validate97(data11, {instancePath:instancePath+"/deposit_instructions",parentData:data,parentDataProperty:"deposit_instructions",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate97.errors : vErrors.concat(validate97.errors);
errors = vErrors.length;
}
var _valid2 = _errs36 === errors;
valid10 = valid10 || _valid2;
const _errs37 = errors;
if(data11 !== null){
const err43 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"#/properties/deposit_instructions/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
var _valid2 = _errs37 === errors;
valid10 = valid10 || _valid2;
if(!valid10){
const err44 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"#/properties/deposit_instructions/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
else {
errors = _errs35;
if(vErrors !== null){
if(_errs35){
vErrors.length = _errs35;
}
else {
vErrors = null;
}
}
}
}
if(data.receipt !== undefined){
let data12 = data.receipt;
const _errs40 = errors;
let valid11 = false;
const _errs41 = errors;
if(!(validate99(data12, {instancePath:instancePath+"/receipt",parentData:data,parentDataProperty:"receipt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate99.errors : vErrors.concat(validate99.errors);
errors = vErrors.length;
}
var _valid3 = _errs41 === errors;
valid11 = valid11 || _valid3;
const _errs42 = errors;
if(data12 !== null){
const err45 = {instancePath:instancePath+"/receipt",schemaPath:"#/properties/receipt/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
var _valid3 = _errs42 === errors;
valid11 = valid11 || _valid3;
if(!valid11){
const err46 = {instancePath:instancePath+"/receipt",schemaPath:"#/properties/receipt/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
else {
errors = _errs40;
if(vErrors !== null){
if(_errs40){
vErrors.length = _errs40;
}
else {
vErrors = null;
}
}
}
}
if(data.integrator_reference !== undefined){
let data13 = data.integrator_reference;
const _errs45 = errors;
let valid12 = false;
const _errs46 = errors;
if(typeof data13 !== "string"){
const err47 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
var _valid4 = _errs46 === errors;
valid12 = valid12 || _valid4;
const _errs48 = errors;
if(data13 !== null){
const err48 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
var _valid4 = _errs48 === errors;
valid12 = valid12 || _valid4;
if(!valid12){
const err49 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
else {
errors = _errs45;
if(vErrors !== null){
if(_errs45){
vErrors.length = _errs45;
}
else {
vErrors = null;
}
}
}
}
if(data.metadata !== undefined){
let data14 = data.metadata;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(Object.keys(data14).length > 50){
const err50 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
for(const key2 in data14){
const _errs53 = errors;
if(typeof key2 === "string"){
if(func2(key2) > 40){
const err51 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key2};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
var valid14 = _errs53 === errors;
if(!valid14){
const err52 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key2}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
for(const key3 in data14){
let data15 = data14[key3];
if(typeof data15 === "string"){
if(func2(data15) > 500){
const err53 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(!pattern12.test(data15)){
const err54 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
else {
const err56 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.version !== undefined){
let data16 = data.version;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err57 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 < 1 || isNaN(data16)){
const err58 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
}
if(data.created_at !== undefined){
let data17 = data.created_at;
if(typeof data17 === "string"){
if(!pattern11.test(data17)){
const err59 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(!(formats0.validate(data17))){
const err60 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data.updated_at !== undefined){
let data18 = data.updated_at;
if(typeof data18 === "string"){
if(!pattern11.test(data18)){
const err62 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(!(formats0.validate(data18))){
const err63 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
validate93.errors = vErrors;
return errors === 0;
}
validate93.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema244 = {"type":"object","additionalProperties":false,"required":["id","object","url","status","event_types","description","public_key_pem","version","created_at"],"properties":{"id":{"$ref":"../common.json#/$defs/WebhookEndpointId"},"object":{"const":"webhook_endpoint"},"url":{"type":"string"},"status":{"$ref":"#/$defs/WebhookEndpointStatus"},"event_types":{"type":"array","items":{"type":"string"}},"description":{"anyOf":[{"type":"string"},{"type":"null"}]},"public_key_pem":{"type":"string"},"version":{"$ref":"../common.json#/$defs/Version"},"created_at":{"$ref":"../common.json#/$defs/Timestamp"}}};
const schema245 = {"type":"string","pattern":"^we_[0-9a-hjkmnp-tv-z]{26}$"};
const schema246 = {"enum":["enabled","disabled"]};
const pattern125 = new RegExp("^we_[0-9a-hjkmnp-tv-z]{26}$", "u");

function validate104(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate104.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.url === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.status === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.event_types === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "event_types"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.description === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "description"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.public_key_pem === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "public_key_pem"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.version === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.created_at === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema244.properties, key0))){
const err9 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern125.test(data0)){
const err10 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/WebhookEndpointId/pattern",keyword:"pattern",params:{pattern: "^we_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/WebhookEndpointId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.object !== undefined){
if("webhook_endpoint" !== data.object){
const err12 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "webhook_endpoint"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.url !== undefined){
if(typeof data.url !== "string"){
const err13 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.status !== undefined){
let data3 = data.status;
if(!((data3 === "enabled") || (data3 === "disabled"))){
const err14 = {instancePath:instancePath+"/status",schemaPath:"#/$defs/WebhookEndpointStatus/enum",keyword:"enum",params:{allowedValues: schema246.enum}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.event_types !== undefined){
let data4 = data.event_types;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(typeof data4[i0] !== "string"){
const err15 = {instancePath:instancePath+"/event_types/" + i0,schemaPath:"#/properties/event_types/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.description !== undefined){
let data6 = data.description;
const _errs15 = errors;
let valid5 = false;
const _errs16 = errors;
if(typeof data6 !== "string"){
const err17 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid5 = valid5 || _valid0;
const _errs18 = errors;
if(data6 !== null){
const err18 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid0 = _errs18 === errors;
valid5 = valid5 || _valid0;
if(!valid5){
const err19 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
errors = _errs15;
if(vErrors !== null){
if(_errs15){
vErrors.length = _errs15;
}
else {
vErrors = null;
}
}
}
}
if(data.public_key_pem !== undefined){
if(typeof data.public_key_pem !== "string"){
const err20 = {instancePath:instancePath+"/public_key_pem",schemaPath:"#/properties/public_key_pem/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.version !== undefined){
let data8 = data.version;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err21 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 1 || isNaN(data8)){
const err22 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data.created_at !== undefined){
let data9 = data.created_at;
if(typeof data9 === "string"){
if(!pattern11.test(data9)){
const err23 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!(formats0.validate(data9))){
const err24 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate104.errors = vErrors;
return errors === 0;
}
validate104.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate90(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate90.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.type === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.api_version === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "api_version"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.created_at === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.object_type === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object_type"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.object_version === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object_version"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.previous_attributes === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "previous_attributes"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.data === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema190.properties, key0))){
const err9 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern90.test(data0)){
const err10 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/EventId/pattern",keyword:"pattern",params:{pattern: "^evt_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/EventId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.object !== undefined){
if("event" !== data.object){
const err12 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "event"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.type !== undefined){
let data2 = data.type;
if(!(((((((((((data2 === "user.created") || (data2 === "user.kyc_status_changed")) || (data2 === "user.terms_status_changed")) || (data2 === "user.deactivated")) || (data2 === "transfer.created")) || (data2 === "transfer.state_changed")) || (data2 === "deposit.received")) || (data2 === "deposit.returned")) || (data2 === "payout.returned")) || (data2 === "deposit_account.deactivated")) || (data2 === "webhook_endpoint.test"))){
const err13 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/PublicEventType/enum",keyword:"enum",params:{allowedValues: schema192.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.api_version !== undefined){
if("v1" !== data.api_version){
const err14 = {instancePath:instancePath+"/api_version",schemaPath:"#/properties/api_version/const",keyword:"const",params:{allowedValue: "v1"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.created_at !== undefined){
let data4 = data.created_at;
if(typeof data4 === "string"){
if(!pattern11.test(data4)){
const err15 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(formats0.validate(data4))){
const err16 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.object_type !== undefined){
let data5 = data.object_type;
if(!((((data5 === "user") || (data5 === "transfer")) || (data5 === "deposit_account")) || (data5 === "webhook_endpoint"))){
const err18 = {instancePath:instancePath+"/object_type",schemaPath:"#/properties/object_type/enum",keyword:"enum",params:{allowedValues: schema190.properties.object_type.enum}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.object_version !== undefined){
let data6 = data.object_version;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err19 = {instancePath:instancePath+"/object_version",schemaPath:"../common.json#/$defs/Version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 1 || isNaN(data6)){
const err20 = {instancePath:instancePath+"/object_version",schemaPath:"../common.json#/$defs/Version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.previous_attributes !== undefined){
let data7 = data.previous_attributes;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
}
else {
const err21 = {instancePath:instancePath+"/previous_attributes",schemaPath:"#/properties/previous_attributes/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.data !== undefined){
let data8 = data.data;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.object === undefined){
const err22 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
const tag0 = data8.object;
if(typeof tag0 == "string"){
if(tag0 === "user"){
if(!(validate91(data8, {instancePath:instancePath+"/data",parentData:data,parentDataProperty:"data",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate91.errors : vErrors.concat(validate91.errors);
errors = vErrors.length;
}
var props0 = true;
}
else if(tag0 === "transfer"){
if(!(validate93(data8, {instancePath:instancePath+"/data",parentData:data,parentDataProperty:"data",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate93.errors : vErrors.concat(validate93.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "deposit_account"){
if(!(validate21(data8, {instancePath:instancePath+"/data",parentData:data,parentDataProperty:"data",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "webhook_endpoint"){
if(!(validate104(data8, {instancePath:instancePath+"/data",parentData:data,parentDataProperty:"data",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate104.errors : vErrors.concat(validate104.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else {
const err23 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "object", tagValue: tag0}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/discriminator",keyword:"discriminator",params:{error: "tag", tag: "object", tagValue: tag0}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate90.errors = vErrors;
return errors === 0;
}
validate90.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validatePublicEventPage = validate109;
const schema249 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/PublicEvent"}},"has_more":{"type":"boolean"}}};

function validate109(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate109.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate90(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate109.errors = vErrors;
return errors === 0;
}
validate109.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateQuote = validate112;
const schema251 = {"type":"object","additionalProperties":false,"required":["id","object","source_wallet_id","destination_wallet_id","from","to","amount","rate","amount_out","fees","status","transfer_id","expires_at","created_at"],"properties":{"id":{"$ref":"../common.json#/$defs/QuoteId"},"object":{"const":"quote"},"source_wallet_id":{"$ref":"../common.json#/$defs/WalletId"},"destination_wallet_id":{"$ref":"../common.json#/$defs/WalletId"},"from":{"$ref":"../common.json#/$defs/Asset"},"to":{"$ref":"../common.json#/$defs/Asset"},"amount":{"$ref":"../common.json#/$defs/Amount"},"rate":{"$ref":"../common.json#/$defs/RateValue"},"amount_out":{"$ref":"../common.json#/$defs/Amount"},"fees":{"type":"array","items":{"$ref":"../common.json#/$defs/Fee"}},"status":{"enum":["open","used","expired"]},"transfer_id":{"anyOf":[{"$ref":"../common.json#/$defs/TransferId"},{"type":"null"}]},"expires_at":{"$ref":"../common.json#/$defs/Timestamp"},"created_at":{"$ref":"../common.json#/$defs/Timestamp"}}};
const schema252 = {"type":"string","pattern":"^qt_[0-9a-hjkmnp-tv-z]{26}$"};
const pattern127 = new RegExp("^qt_[0-9a-hjkmnp-tv-z]{26}$", "u");

function validate113(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate113.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.amount === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.unit === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "unit"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "type") || (key0 === "amount")) || (key0 === "unit"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.type !== undefined){
if(typeof data.type !== "string"){
const err4 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.amount !== undefined){
let data1 = data.amount;
if(typeof data1 === "string"){
if(func2(data1) > 40){
const err5 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern10.test(data1)){
const err6 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.unit !== undefined){
if(typeof data.unit !== "string"){
const err8 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate113.errors = vErrors;
return errors === 0;
}
validate113.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate112(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate112.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.source_wallet_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source_wallet_id"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.destination_wallet_id === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination_wallet_id"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.from === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "from"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.to === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "to"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.amount === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.rate === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rate"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.amount_out === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount_out"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.fees === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fees"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.status === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.transfer_id === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transfer_id"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.expires_at === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expires_at"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.created_at === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema251.properties, key0))){
const err14 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern127.test(data0)){
const err15 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/QuoteId/pattern",keyword:"pattern",params:{pattern: "^qt_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/QuoteId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.object !== undefined){
if("quote" !== data.object){
const err17 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "quote"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.source_wallet_id !== undefined){
let data2 = data.source_wallet_id;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err18 = {instancePath:instancePath+"/source_wallet_id",schemaPath:"../common.json#/$defs/WalletId/pattern",keyword:"pattern",params:{pattern: "^wal_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/source_wallet_id",schemaPath:"../common.json#/$defs/WalletId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.destination_wallet_id !== undefined){
let data3 = data.destination_wallet_id;
if(typeof data3 === "string"){
if(!pattern7.test(data3)){
const err20 = {instancePath:instancePath+"/destination_wallet_id",schemaPath:"../common.json#/$defs/WalletId/pattern",keyword:"pattern",params:{pattern: "^wal_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/destination_wallet_id",schemaPath:"../common.json#/$defs/WalletId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.from !== undefined){
let data4 = data.from;
if(typeof data4 === "string"){
if(!pattern8.test(data4)){
const err22 = {instancePath:instancePath+"/from",schemaPath:"../common.json#/$defs/Asset/pattern",keyword:"pattern",params:{pattern: "^svc-[a-z0-9-]{1,32}$"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/from",schemaPath:"../common.json#/$defs/Asset/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.to !== undefined){
let data5 = data.to;
if(typeof data5 === "string"){
if(!pattern8.test(data5)){
const err24 = {instancePath:instancePath+"/to",schemaPath:"../common.json#/$defs/Asset/pattern",keyword:"pattern",params:{pattern: "^svc-[a-z0-9-]{1,32}$"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/to",schemaPath:"../common.json#/$defs/Asset/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.amount !== undefined){
let data6 = data.amount;
if(typeof data6 === "string"){
if(func2(data6) > 40){
const err26 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!pattern10.test(data6)){
const err27 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.rate !== undefined){
let data7 = data.rate;
if(typeof data7 === "string"){
if(func2(data7) > 40){
const err29 = {instancePath:instancePath+"/rate",schemaPath:"../common.json#/$defs/RateValue/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(!pattern24.test(data7)){
const err30 = {instancePath:instancePath+"/rate",schemaPath:"../common.json#/$defs/RateValue/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/rate",schemaPath:"../common.json#/$defs/RateValue/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.amount_out !== undefined){
let data8 = data.amount_out;
if(typeof data8 === "string"){
if(func2(data8) > 40){
const err32 = {instancePath:instancePath+"/amount_out",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!pattern10.test(data8)){
const err33 = {instancePath:instancePath+"/amount_out",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/amount_out",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.fees !== undefined){
let data9 = data.fees;
if(Array.isArray(data9)){
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
if(!(validate113(data9[i0], {instancePath:instancePath+"/fees/" + i0,parentData:data9,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate113.errors : vErrors.concat(validate113.errors);
errors = vErrors.length;
}
}
}
else {
const err35 = {instancePath:instancePath+"/fees",schemaPath:"#/properties/fees/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.status !== undefined){
let data11 = data.status;
if(!(((data11 === "open") || (data11 === "used")) || (data11 === "expired"))){
const err36 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema251.properties.status.enum}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.transfer_id !== undefined){
let data12 = data.transfer_id;
const _errs32 = errors;
let valid11 = false;
const _errs33 = errors;
if(typeof data12 === "string"){
if(!pattern20.test(data12)){
const err37 = {instancePath:instancePath+"/transfer_id",schemaPath:"../common.json#/$defs/TransferId/pattern",keyword:"pattern",params:{pattern: "^trf_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/transfer_id",schemaPath:"../common.json#/$defs/TransferId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
var _valid0 = _errs33 === errors;
valid11 = valid11 || _valid0;
const _errs36 = errors;
if(data12 !== null){
const err39 = {instancePath:instancePath+"/transfer_id",schemaPath:"#/properties/transfer_id/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
var _valid0 = _errs36 === errors;
valid11 = valid11 || _valid0;
if(!valid11){
const err40 = {instancePath:instancePath+"/transfer_id",schemaPath:"#/properties/transfer_id/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
else {
errors = _errs32;
if(vErrors !== null){
if(_errs32){
vErrors.length = _errs32;
}
else {
vErrors = null;
}
}
}
}
if(data.expires_at !== undefined){
let data13 = data.expires_at;
if(typeof data13 === "string"){
if(!pattern11.test(data13)){
const err41 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(!(formats0.validate(data13))){
const err42 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data.created_at !== undefined){
let data14 = data.created_at;
if(typeof data14 === "string"){
if(!pattern11.test(data14)){
const err44 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(!(formats0.validate(data14))){
const err45 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
validate112.errors = vErrors;
return errors === 0;
}
validate112.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateQuoteCreate = validate115;
const schema265 = {"type":"object","additionalProperties":false,"required":["source_wallet_id","destination_wallet_id","amount"],"properties":{"source_wallet_id":{"$ref":"../common.json#/$defs/IdInput"},"destination_wallet_id":{"$ref":"../common.json#/$defs/IdInput"},"amount":{"$ref":"../common.json#/$defs/AmountInput"}}};
const schema268 = {"type":"string","maxLength":24,"pattern":"^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$"};
const pattern139 = new RegExp("^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$", "u");

function validate115(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate115.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.source_wallet_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source_wallet_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.destination_wallet_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination_wallet_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.amount === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "source_wallet_id") || (key0 === "destination_wallet_id")) || (key0 === "amount"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.source_wallet_id !== undefined){
let data0 = data.source_wallet_id;
if(typeof data0 === "string"){
if(func2(data0) > 64){
const err4 = {instancePath:instancePath+"/source_wallet_id",schemaPath:"../common.json#/$defs/IdInput/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data0) < 1){
const err5 = {instancePath:instancePath+"/source_wallet_id",schemaPath:"../common.json#/$defs/IdInput/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/source_wallet_id",schemaPath:"../common.json#/$defs/IdInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.destination_wallet_id !== undefined){
let data1 = data.destination_wallet_id;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err7 = {instancePath:instancePath+"/destination_wallet_id",schemaPath:"../common.json#/$defs/IdInput/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data1) < 1){
const err8 = {instancePath:instancePath+"/destination_wallet_id",schemaPath:"../common.json#/$defs/IdInput/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/destination_wallet_id",schemaPath:"../common.json#/$defs/IdInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.amount !== undefined){
let data2 = data.amount;
if(typeof data2 === "string"){
if(func2(data2) > 24){
const err10 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/maxLength",keyword:"maxLength",params:{limit: 24}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern139.test(data2)){
const err11 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate115.errors = vErrors;
return errors === 0;
}
validate115.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateRailAvailabilityChange = validate117;
const schema270 = {"type":"object","additionalProperties":false,"required":["available"],"properties":{"available":{"type":"boolean"},"reason":{"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}}};

function validate117(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate117.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.available === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "available"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "available") || (key0 === "reason"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.available !== undefined){
if(typeof data.available !== "boolean"){
const err2 = {instancePath:instancePath+"/available",schemaPath:"#/properties/available/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.reason !== undefined){
let data1 = data.reason;
if(typeof data1 === "string"){
if(func2(data1) > 500){
const err3 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func2(data1) < 1){
const err4 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern31.test(data1)){
const err5 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate117.errors = vErrors;
return errors === 0;
}
validate117.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateRailStatus = validate118;
const schema271 = {"type":"object","additionalProperties":false,"required":["object","environment","rail","provider","enabled","available"],"properties":{"object":{"const":"rail"},"environment":{"enum":["sandbox","production"]},"rail":{"$ref":"../common.json#/$defs/Rail"},"provider":{"enum":["simulator","http"]},"enabled":{"type":"boolean"},"available":{"type":"boolean"}}};

function validate118(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate118.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.object === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.environment === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environment"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.rail === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.provider === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "provider"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.enabled === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "enabled"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.available === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "available"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "object") || (key0 === "environment")) || (key0 === "rail")) || (key0 === "provider")) || (key0 === "enabled")) || (key0 === "available"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.object !== undefined){
if("rail" !== data.object){
const err7 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "rail"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.environment !== undefined){
let data1 = data.environment;
if(!((data1 === "sandbox") || (data1 === "production"))){
const err8 = {instancePath:instancePath+"/environment",schemaPath:"#/properties/environment/enum",keyword:"enum",params:{allowedValues: schema271.properties.environment.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.rail !== undefined){
let data2 = data.rail;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err9 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func2(data2) < 1){
const err10 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.provider !== undefined){
let data3 = data.provider;
if(!((data3 === "simulator") || (data3 === "http"))){
const err12 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/enum",keyword:"enum",params:{allowedValues: schema271.properties.provider.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.enabled !== undefined){
if(typeof data.enabled !== "boolean"){
const err13 = {instancePath:instancePath+"/enabled",schemaPath:"#/properties/enabled/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.available !== undefined){
if(typeof data.available !== "boolean"){
const err14 = {instancePath:instancePath+"/available",schemaPath:"#/properties/available/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate118.errors = vErrors;
return errors === 0;
}
validate118.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateRailStatusList = validate119;
const schema273 = {"type":"object","additionalProperties":false,"required":["data"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/RailStatus"}}}};

function validate119(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate119.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "data")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate118(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate119.errors = vErrors;
return errors === 0;
}
validate119.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateRate = validate122;
const schema275 = {"type":"object","additionalProperties":false,"required":["object","from","to","rate","type","as_of","expires_at"],"properties":{"object":{"const":"rate"},"from":{"type":"string"},"to":{"type":"string"},"rate":{"$ref":"../common.json#/$defs/RateValue"},"type":{"enum":["fixed","floating"]},"as_of":{"$ref":"../common.json#/$defs/Timestamp"},"expires_at":{"anyOf":[{"$ref":"../common.json#/$defs/Timestamp"},{"type":"null"}]}}};

function validate122(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate122.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.object === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.from === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "from"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.to === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "to"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.rate === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rate"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.type === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.as_of === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "as_of"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.expires_at === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expires_at"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "object") || (key0 === "from")) || (key0 === "to")) || (key0 === "rate")) || (key0 === "type")) || (key0 === "as_of")) || (key0 === "expires_at"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.object !== undefined){
if("rate" !== data.object){
const err8 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "rate"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.from !== undefined){
if(typeof data.from !== "string"){
const err9 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.to !== undefined){
if(typeof data.to !== "string"){
const err10 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.rate !== undefined){
let data3 = data.rate;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err11 = {instancePath:instancePath+"/rate",schemaPath:"../common.json#/$defs/RateValue/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern24.test(data3)){
const err12 = {instancePath:instancePath+"/rate",schemaPath:"../common.json#/$defs/RateValue/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/rate",schemaPath:"../common.json#/$defs/RateValue/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.type !== undefined){
let data4 = data.type;
if(!((data4 === "fixed") || (data4 === "floating"))){
const err14 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema275.properties.type.enum}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.as_of !== undefined){
let data5 = data.as_of;
if(typeof data5 === "string"){
if(!pattern11.test(data5)){
const err15 = {instancePath:instancePath+"/as_of",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(formats0.validate(data5))){
const err16 = {instancePath:instancePath+"/as_of",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/as_of",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.expires_at !== undefined){
let data6 = data.expires_at;
const _errs15 = errors;
let valid3 = false;
const _errs16 = errors;
if(typeof data6 === "string"){
if(!pattern11.test(data6)){
const err18 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!(formats0.validate(data6))){
const err19 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/expires_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid3 = valid3 || _valid0;
const _errs19 = errors;
if(data6 !== null){
const err21 = {instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var _valid0 = _errs19 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err22 = {instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
else {
errors = _errs15;
if(vErrors !== null){
if(_errs15){
vErrors.length = _errs15;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err23 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
validate122.errors = vErrors;
return errors === 0;
}
validate122.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateRateQuery = validate123;
const schema279 = {"type":"object","additionalProperties":false,"properties":{"from":{"type":"string","minLength":1,"maxLength":32},"to":{"type":"string","minLength":1,"maxLength":32}},"required":["from","to"]};

function validate123(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate123.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.from === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "from"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.to === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "to"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "from") || (key0 === "to"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.from !== undefined){
let data0 = data.from;
if(typeof data0 === "string"){
if(func2(data0) > 32){
const err3 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/maxLength",keyword:"maxLength",params:{limit: 32}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func2(data0) < 1){
const err4 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.to !== undefined){
let data1 = data.to;
if(typeof data1 === "string"){
if(func2(data1) > 32){
const err6 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/maxLength",keyword:"maxLength",params:{limit: 32}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func2(data1) < 1){
const err7 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate123.errors = vErrors;
return errors === 0;
}
validate123.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateRewardGrant = validate124;
const schema280 = {"type":"object","additionalProperties":false,"required":["amount"],"properties":{"amount":{"$ref":"../common.json#/$defs/AmountInput"},"description":{"type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}}};

function validate124(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate124.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "amount") || (key0 === "description"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.amount !== undefined){
let data0 = data.amount;
if(typeof data0 === "string"){
if(func2(data0) > 24){
const err2 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/maxLength",keyword:"maxLength",params:{limit: 24}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern139.test(data0)){
const err3 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.description !== undefined){
let data1 = data.description;
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err5 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/maxLength",keyword:"maxLength",params:{limit: 200}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func2(data1) < 1){
const err6 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern31.test(data1)){
const err7 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate124.errors = vErrors;
return errors === 0;
}
validate124.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateRouteList = validate126;
const schema283 = {"type":"object","additionalProperties":false,"required":["data"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/Route"}}}};
const schema284 = {"type":"object","additionalProperties":false,"required":["kind","source","destination","min_amount","max_amount","settlement_time_seconds","available"],"properties":{"kind":{"$ref":"transfer.json#/$defs/TransferKind"},"source":{"$ref":"#/$defs/RouteEndpoint"},"destination":{"$ref":"#/$defs/RouteEndpoint"},"min_amount":{"$ref":"../common.json#/$defs/Amount"},"max_amount":{"$ref":"../common.json#/$defs/Amount"},"settlement_time_seconds":{"type":"integer","minimum":0},"available":{"type":"boolean"}}};
const schema286 = {"type":"object","additionalProperties":false,"required":["type","decimals"],"properties":{"type":{"enum":["wallet","fiat","payout_account"]},"asset":{"$ref":"../common.json#/$defs/Asset"},"currency":{"$ref":"../common.json#/$defs/Currency"},"rail":{"$ref":"../common.json#/$defs/Rail"},"country":{"$ref":"../common.json#/$defs/Country"},"decimals":{"type":"integer","minimum":0,"maximum":8}}};

function validate128(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate128.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.decimals === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "decimals"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "type") || (key0 === "asset")) || (key0 === "currency")) || (key0 === "rail")) || (key0 === "country")) || (key0 === "decimals"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(!(((data0 === "wallet") || (data0 === "fiat")) || (data0 === "payout_account"))){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema286.properties.type.enum}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.asset !== undefined){
let data1 = data.asset;
if(typeof data1 === "string"){
if(!pattern8.test(data1)){
const err4 = {instancePath:instancePath+"/asset",schemaPath:"../common.json#/$defs/Asset/pattern",keyword:"pattern",params:{pattern: "^svc-[a-z0-9-]{1,32}$"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/asset",schemaPath:"../common.json#/$defs/Asset/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.currency !== undefined){
let data2 = data.currency;
if(typeof data2 === "string"){
if(!pattern6.test(data2)){
const err6 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[a-z]{3}$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.rail !== undefined){
let data3 = data.rail;
if(typeof data3 === "string"){
if(func2(data3) > 64){
const err8 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func2(data3) < 1){
const err9 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.country !== undefined){
let data4 = data.country;
if(typeof data4 === "string"){
if(!pattern57.test(data4)){
const err11 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.decimals !== undefined){
let data5 = data.decimals;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err13 = {instancePath:instancePath+"/decimals",schemaPath:"#/properties/decimals/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 8 || isNaN(data5)){
const err14 = {instancePath:instancePath+"/decimals",schemaPath:"#/properties/decimals/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err15 = {instancePath:instancePath+"/decimals",schemaPath:"#/properties/decimals/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate128.errors = vErrors;
return errors === 0;
}
validate128.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate127(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate127.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.source === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.destination === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.min_amount === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "min_amount"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.max_amount === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_amount"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.settlement_time_seconds === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "settlement_time_seconds"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.available === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "available"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "kind") || (key0 === "source")) || (key0 === "destination")) || (key0 === "min_amount")) || (key0 === "max_amount")) || (key0 === "settlement_time_seconds")) || (key0 === "available"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.kind !== undefined){
let data0 = data.kind;
if(!((((data0 === "user_to_user") || (data0 === "conversion")) || (data0 === "onramp")) || (data0 === "offramp"))){
const err8 = {instancePath:instancePath+"/kind",schemaPath:"transfer.json#/$defs/TransferKind/enum",keyword:"enum",params:{allowedValues: schema210.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.source !== undefined){
if(!(validate128(data.source, {instancePath:instancePath+"/source",parentData:data,parentDataProperty:"source",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate128.errors : vErrors.concat(validate128.errors);
errors = vErrors.length;
}
}
if(data.destination !== undefined){
if(!(validate128(data.destination, {instancePath:instancePath+"/destination",parentData:data,parentDataProperty:"destination",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate128.errors : vErrors.concat(validate128.errors);
errors = vErrors.length;
}
}
if(data.min_amount !== undefined){
let data3 = data.min_amount;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err9 = {instancePath:instancePath+"/min_amount",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern10.test(data3)){
const err10 = {instancePath:instancePath+"/min_amount",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/min_amount",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.max_amount !== undefined){
let data4 = data.max_amount;
if(typeof data4 === "string"){
if(func2(data4) > 40){
const err12 = {instancePath:instancePath+"/max_amount",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern10.test(data4)){
const err13 = {instancePath:instancePath+"/max_amount",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/max_amount",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.settlement_time_seconds !== undefined){
let data5 = data.settlement_time_seconds;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err15 = {instancePath:instancePath+"/settlement_time_seconds",schemaPath:"#/properties/settlement_time_seconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
const err16 = {instancePath:instancePath+"/settlement_time_seconds",schemaPath:"#/properties/settlement_time_seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data.available !== undefined){
if(typeof data.available !== "boolean"){
const err17 = {instancePath:instancePath+"/available",schemaPath:"#/properties/available/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate127.errors = vErrors;
return errors === 0;
}
validate127.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate126(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate126.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "data")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate127(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate127.errors : vErrors.concat(validate127.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate126.errors = vErrors;
return errors === 0;
}
validate126.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateRouteQuery = validate132;
const schema293 = {"type":"object","additionalProperties":false,"properties":{"kind":{"$ref":"transfer.json#/$defs/TransferKind"},"country":{"$ref":"../common.json#/$defs/Country"}}};

function validate132(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate132.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "kind") || (key0 === "country"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.kind !== undefined){
let data0 = data.kind;
if(!((((data0 === "user_to_user") || (data0 === "conversion")) || (data0 === "onramp")) || (data0 === "offramp"))){
const err1 = {instancePath:instancePath+"/kind",schemaPath:"transfer.json#/$defs/TransferKind/enum",keyword:"enum",params:{allowedValues: schema210.enum}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.country !== undefined){
let data1 = data.country;
if(typeof data1 === "string"){
if(!pattern57.test(data1)){
const err2 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate132.errors = vErrors;
return errors === 0;
}
validate132.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateSandboxDeposit = validate134;
const schema297 = {"type":"object","additionalProperties":false,"required":["amount"],"properties":{"deposit_account_id":{"$ref":"../common.json#/$defs/IdInput"},"transfer_id":{"$ref":"../common.json#/$defs/IdInput"},"amount":{"$ref":"../common.json#/$defs/AmountInput"},"outcome":{"enum":["credited","in_review","returned"],"default":"credited"}},"if":{"required":["deposit_account_id"]},"then":{"properties":{"transfer_id":false}},"else":{"required":["transfer_id"]}};

function validate134(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate134.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.deposit_account_id === undefined) && (missing0 = "deposit_account_id")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.transfer_id !== undefined){
const err1 = {instancePath:instancePath+"/transfer_id",schemaPath:"#/then/properties/transfer_id/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
if(valid0){
var props0 = {};
props0.transfer_id = true;
}
ifClause0 = "then";
}
else {
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.transfer_id === undefined){
const err2 = {instancePath,schemaPath:"#/else/required",keyword:"required",params:{missingProperty: "transfer_id"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err3 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: ifClause0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "deposit_account_id") || (key0 === "transfer_id")) || (key0 === "amount")) || (key0 === "outcome"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.deposit_account_id !== undefined){
let data1 = data.deposit_account_id;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err6 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"../common.json#/$defs/IdInput/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func2(data1) < 1){
const err7 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"../common.json#/$defs/IdInput/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"../common.json#/$defs/IdInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.transfer_id !== undefined){
let data2 = data.transfer_id;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err9 = {instancePath:instancePath+"/transfer_id",schemaPath:"../common.json#/$defs/IdInput/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func2(data2) < 1){
const err10 = {instancePath:instancePath+"/transfer_id",schemaPath:"../common.json#/$defs/IdInput/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/transfer_id",schemaPath:"../common.json#/$defs/IdInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.amount !== undefined){
let data3 = data.amount;
if(typeof data3 === "string"){
if(func2(data3) > 24){
const err12 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/maxLength",keyword:"maxLength",params:{limit: 24}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern139.test(data3)){
const err13 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.outcome !== undefined){
let data4 = data.outcome;
if(!(((data4 === "credited") || (data4 === "in_review")) || (data4 === "returned"))){
const err15 = {instancePath:instancePath+"/outcome",schemaPath:"#/properties/outcome/enum",keyword:"enum",params:{allowedValues: schema297.properties.outcome.enum}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate134.errors = vErrors;
return errors === 0;
}
validate134.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateSandboxKycUpdate = validate135;
const schema301 = {"type":"object","additionalProperties":false,"required":["kyc_status"],"properties":{"kyc_status":{"$ref":"user.json#/$defs/KycStatus"},"terms_status":{"$ref":"user.json#/$defs/TermsStatus"},"rejection_reasons":{"type":"array","maxItems":20,"items":{"$ref":"../common.json#/$defs/Reason"}}}};

function validate135(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate135.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kyc_status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kyc_status"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "kyc_status") || (key0 === "terms_status")) || (key0 === "rejection_reasons"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.kyc_status !== undefined){
let data0 = data.kyc_status;
if(!(((((data0 === "not_started") || (data0 === "under_review")) || (data0 === "incomplete")) || (data0 === "approved")) || (data0 === "rejected"))){
const err2 = {instancePath:instancePath+"/kyc_status",schemaPath:"user.json#/$defs/KycStatus/enum",keyword:"enum",params:{allowedValues: schema141.enum}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.terms_status !== undefined){
let data1 = data.terms_status;
if(!((data1 === "pending") || (data1 === "approved"))){
const err3 = {instancePath:instancePath+"/terms_status",schemaPath:"user.json#/$defs/TermsStatus/enum",keyword:"enum",params:{allowedValues: schema142.enum}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.rejection_reasons !== undefined){
let data2 = data.rejection_reasons;
if(Array.isArray(data2)){
if(data2.length > 20){
const err4 = {instancePath:instancePath+"/rejection_reasons",schemaPath:"#/properties/rejection_reasons/maxItems",keyword:"maxItems",params:{limit: 20}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.code === undefined){
const err5 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data3.message === undefined){
const err6 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key1 in data3){
if(!((key1 === "code") || (key1 === "message"))){
const err7 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data3.code !== undefined){
let data4 = data3.code;
if(typeof data4 === "string"){
if(func2(data4) > 64){
const err8 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func2(data4) < 1){
const err9 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern31.test(data4)){
const err10 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data3.message !== undefined){
let data5 = data3.message;
if(typeof data5 === "string"){
if(func2(data5) > 500){
const err12 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(func2(data5) < 1){
const err13 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern31.test(data5)){
const err14 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/rejection_reasons",schemaPath:"#/properties/rejection_reasons/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate135.errors = vErrors;
return errors === 0;
}
validate135.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateSandboxPayoutOutcome = validate136;
const schema305 = {"type":"object","additionalProperties":false,"required":["outcome"],"properties":{"outcome":{"enum":["completed","returned","undeliverable"]},"reason":{"$ref":"../common.json#/$defs/Reason"}}};

function validate136(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate136.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.outcome === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "outcome"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "outcome") || (key0 === "reason"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.outcome !== undefined){
let data0 = data.outcome;
if(!(((data0 === "completed") || (data0 === "returned")) || (data0 === "undeliverable"))){
const err2 = {instancePath:instancePath+"/outcome",schemaPath:"#/properties/outcome/enum",keyword:"enum",params:{allowedValues: schema305.properties.outcome.enum}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.reason !== undefined){
let data1 = data.reason;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.code === undefined){
const err3 = {instancePath:instancePath+"/reason",schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.message === undefined){
const err4 = {instancePath:instancePath+"/reason",schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key1 in data1){
if(!((key1 === "code") || (key1 === "message"))){
const err5 = {instancePath:instancePath+"/reason",schemaPath:"../common.json#/$defs/Reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.code !== undefined){
let data2 = data1.code;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err6 = {instancePath:instancePath+"/reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func2(data2) < 1){
const err7 = {instancePath:instancePath+"/reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern31.test(data2)){
const err8 = {instancePath:instancePath+"/reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data1.message !== undefined){
let data3 = data1.message;
if(typeof data3 === "string"){
if(func2(data3) > 500){
const err10 = {instancePath:instancePath+"/reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func2(data3) < 1){
const err11 = {instancePath:instancePath+"/reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern31.test(data3)){
const err12 = {instancePath:instancePath+"/reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/reason",schemaPath:"../common.json#/$defs/Reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate136.errors = vErrors;
return errors === 0;
}
validate136.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateSandboxReviewOutcome = validate137;
const schema307 = {"type":"object","additionalProperties":false,"required":["outcome"],"properties":{"outcome":{"enum":["approved","rejected"]},"reason":{"$ref":"../common.json#/$defs/Reason"}}};

function validate137(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate137.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.outcome === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "outcome"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "outcome") || (key0 === "reason"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.outcome !== undefined){
let data0 = data.outcome;
if(!((data0 === "approved") || (data0 === "rejected"))){
const err2 = {instancePath:instancePath+"/outcome",schemaPath:"#/properties/outcome/enum",keyword:"enum",params:{allowedValues: schema307.properties.outcome.enum}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.reason !== undefined){
let data1 = data.reason;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.code === undefined){
const err3 = {instancePath:instancePath+"/reason",schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.message === undefined){
const err4 = {instancePath:instancePath+"/reason",schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key1 in data1){
if(!((key1 === "code") || (key1 === "message"))){
const err5 = {instancePath:instancePath+"/reason",schemaPath:"../common.json#/$defs/Reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.code !== undefined){
let data2 = data1.code;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err6 = {instancePath:instancePath+"/reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func2(data2) < 1){
const err7 = {instancePath:instancePath+"/reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern31.test(data2)){
const err8 = {instancePath:instancePath+"/reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data1.message !== undefined){
let data3 = data1.message;
if(typeof data3 === "string"){
if(func2(data3) > 500){
const err10 = {instancePath:instancePath+"/reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func2(data3) < 1){
const err11 = {instancePath:instancePath+"/reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern31.test(data3)){
const err12 = {instancePath:instancePath+"/reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/reason",schemaPath:"../common.json#/$defs/Reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate137.errors = vErrors;
return errors === 0;
}
validate137.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateSandboxReward = validate138;
const schema309 = {"type":"object","additionalProperties":false,"required":["wallet_id","amount"],"properties":{"wallet_id":{"$ref":"../common.json#/$defs/IdInput"},"amount":{"$ref":"../common.json#/$defs/AmountInput"},"description":{"type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}}};

function validate138(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate138.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.wallet_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "wallet_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.amount === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "wallet_id") || (key0 === "amount")) || (key0 === "description"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.wallet_id !== undefined){
let data0 = data.wallet_id;
if(typeof data0 === "string"){
if(func2(data0) > 64){
const err3 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/IdInput/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func2(data0) < 1){
const err4 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/IdInput/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/IdInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.amount !== undefined){
let data1 = data.amount;
if(typeof data1 === "string"){
if(func2(data1) > 24){
const err6 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/maxLength",keyword:"maxLength",params:{limit: 24}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern139.test(data1)){
const err7 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.description !== undefined){
let data2 = data.description;
if(typeof data2 === "string"){
if(func2(data2) > 200){
const err9 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/maxLength",keyword:"maxLength",params:{limit: 200}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func2(data2) < 1){
const err10 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern31.test(data2)){
const err11 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate138.errors = vErrors;
return errors === 0;
}
validate138.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateTransfer = validate139;

function validate139(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate139.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.kind === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.state === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "state"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.state_reason === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "state_reason"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.source === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.destination === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.amount === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.deposit_account_id === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deposit_account_id"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.deposit_instructions === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deposit_instructions"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.receipt === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "receipt"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.integrator_reference === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "integrator_reference"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.metadata === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.version === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.created_at === undefined){
const err14 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.updated_at === undefined){
const err15 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "updated_at"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema208.properties, key0))){
const err16 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern20.test(data0)){
const err17 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/TransferId/pattern",keyword:"pattern",params:{pattern: "^trf_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/TransferId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.object !== undefined){
if("transfer" !== data.object){
const err19 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "transfer"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.kind !== undefined){
let data2 = data.kind;
if(!((((data2 === "user_to_user") || (data2 === "conversion")) || (data2 === "onramp")) || (data2 === "offramp"))){
const err20 = {instancePath:instancePath+"/kind",schemaPath:"#/$defs/TransferKind/enum",keyword:"enum",params:{allowedValues: schema210.enum}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.state !== undefined){
let data3 = data.state;
if(!(((((((((((data3 === "pending") || (data3 === "awaiting_funds")) || (data3 === "funds_received")) || (data3 === "in_review")) || (data3 === "payout_submitted")) || (data3 === "completed")) || (data3 === "failed")) || (data3 === "canceled")) || (data3 === "returned")) || (data3 === "undeliverable")) || (data3 === "refunded"))){
const err21 = {instancePath:instancePath+"/state",schemaPath:"#/$defs/TransferState/enum",keyword:"enum",params:{allowedValues: schema211.enum}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.state_reason !== undefined){
let data4 = data.state_reason;
const _errs11 = errors;
let valid4 = false;
const _errs12 = errors;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.code === undefined){
const err22 = {instancePath:instancePath+"/state_reason",schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data4.message === undefined){
const err23 = {instancePath:instancePath+"/state_reason",schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
for(const key1 in data4){
if(!((key1 === "code") || (key1 === "message"))){
const err24 = {instancePath:instancePath+"/state_reason",schemaPath:"../common.json#/$defs/Reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data4.code !== undefined){
let data5 = data4.code;
if(typeof data5 === "string"){
if(func2(data5) > 64){
const err25 = {instancePath:instancePath+"/state_reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(func2(data5) < 1){
const err26 = {instancePath:instancePath+"/state_reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!pattern31.test(data5)){
const err27 = {instancePath:instancePath+"/state_reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/state_reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data4.message !== undefined){
let data6 = data4.message;
if(typeof data6 === "string"){
if(func2(data6) > 500){
const err29 = {instancePath:instancePath+"/state_reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(func2(data6) < 1){
const err30 = {instancePath:instancePath+"/state_reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(!pattern31.test(data6)){
const err31 = {instancePath:instancePath+"/state_reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/state_reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/state_reason",schemaPath:"../common.json#/$defs/Reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid4 = valid4 || _valid0;
const _errs20 = errors;
if(data4 !== null){
const err34 = {instancePath:instancePath+"/state_reason",schemaPath:"#/properties/state_reason/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var _valid0 = _errs20 === errors;
valid4 = valid4 || _valid0;
if(!valid4){
const err35 = {instancePath:instancePath+"/state_reason",schemaPath:"#/properties/state_reason/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
}
if(data.source !== undefined){
if(!(validate94(data.source, {instancePath:instancePath+"/source",parentData:data,parentDataProperty:"source",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate94.errors : vErrors.concat(validate94.errors);
errors = vErrors.length;
}
}
if(data.destination !== undefined){
if(!(validate94(data.destination, {instancePath:instancePath+"/destination",parentData:data,parentDataProperty:"destination",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate94.errors : vErrors.concat(validate94.errors);
errors = vErrors.length;
}
}
if(data.amount !== undefined){
let data9 = data.amount;
if(typeof data9 === "string"){
if(func2(data9) > 40){
const err36 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(!pattern10.test(data9)){
const err37 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.deposit_account_id !== undefined){
let data10 = data.deposit_account_id;
const _errs28 = errors;
let valid8 = false;
const _errs29 = errors;
if(typeof data10 === "string"){
if(!pattern4.test(data10)){
const err39 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"../common.json#/$defs/DepositAccountId/pattern",keyword:"pattern",params:{pattern: "^da_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"../common.json#/$defs/DepositAccountId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var _valid1 = _errs29 === errors;
valid8 = valid8 || _valid1;
const _errs32 = errors;
if(data10 !== null){
const err41 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"#/properties/deposit_account_id/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
var _valid1 = _errs32 === errors;
valid8 = valid8 || _valid1;
if(!valid8){
const err42 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"#/properties/deposit_account_id/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
else {
errors = _errs28;
if(vErrors !== null){
if(_errs28){
vErrors.length = _errs28;
}
else {
vErrors = null;
}
}
}
}
if(data.deposit_instructions !== undefined){
let data11 = data.deposit_instructions;
const _errs35 = errors;
let valid10 = false;
const _errs36 = errors;
if(!(validate97(data11, {instancePath:instancePath+"/deposit_instructions",parentData:data,parentDataProperty:"deposit_instructions",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate97.errors : vErrors.concat(validate97.errors);
errors = vErrors.length;
}
var _valid2 = _errs36 === errors;
valid10 = valid10 || _valid2;
const _errs37 = errors;
if(data11 !== null){
const err43 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"#/properties/deposit_instructions/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
var _valid2 = _errs37 === errors;
valid10 = valid10 || _valid2;
if(!valid10){
const err44 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"#/properties/deposit_instructions/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
else {
errors = _errs35;
if(vErrors !== null){
if(_errs35){
vErrors.length = _errs35;
}
else {
vErrors = null;
}
}
}
}
if(data.receipt !== undefined){
let data12 = data.receipt;
const _errs40 = errors;
let valid11 = false;
const _errs41 = errors;
if(!(validate99(data12, {instancePath:instancePath+"/receipt",parentData:data,parentDataProperty:"receipt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate99.errors : vErrors.concat(validate99.errors);
errors = vErrors.length;
}
var _valid3 = _errs41 === errors;
valid11 = valid11 || _valid3;
const _errs42 = errors;
if(data12 !== null){
const err45 = {instancePath:instancePath+"/receipt",schemaPath:"#/properties/receipt/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
var _valid3 = _errs42 === errors;
valid11 = valid11 || _valid3;
if(!valid11){
const err46 = {instancePath:instancePath+"/receipt",schemaPath:"#/properties/receipt/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
else {
errors = _errs40;
if(vErrors !== null){
if(_errs40){
vErrors.length = _errs40;
}
else {
vErrors = null;
}
}
}
}
if(data.integrator_reference !== undefined){
let data13 = data.integrator_reference;
const _errs45 = errors;
let valid12 = false;
const _errs46 = errors;
if(typeof data13 !== "string"){
const err47 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
var _valid4 = _errs46 === errors;
valid12 = valid12 || _valid4;
const _errs48 = errors;
if(data13 !== null){
const err48 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
var _valid4 = _errs48 === errors;
valid12 = valid12 || _valid4;
if(!valid12){
const err49 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
else {
errors = _errs45;
if(vErrors !== null){
if(_errs45){
vErrors.length = _errs45;
}
else {
vErrors = null;
}
}
}
}
if(data.metadata !== undefined){
let data14 = data.metadata;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(Object.keys(data14).length > 50){
const err50 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
for(const key2 in data14){
const _errs53 = errors;
if(typeof key2 === "string"){
if(func2(key2) > 40){
const err51 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key2};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
var valid14 = _errs53 === errors;
if(!valid14){
const err52 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key2}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
for(const key3 in data14){
let data15 = data14[key3];
if(typeof data15 === "string"){
if(func2(data15) > 500){
const err53 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(!pattern12.test(data15)){
const err54 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
else {
const err56 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.version !== undefined){
let data16 = data.version;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err57 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 < 1 || isNaN(data16)){
const err58 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
}
if(data.created_at !== undefined){
let data17 = data.created_at;
if(typeof data17 === "string"){
if(!pattern11.test(data17)){
const err59 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(!(formats0.validate(data17))){
const err60 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data.updated_at !== undefined){
let data18 = data.updated_at;
if(typeof data18 === "string"){
if(!pattern11.test(data18)){
const err62 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(!(formats0.validate(data18))){
const err63 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
validate139.errors = vErrors;
return errors === 0;
}
validate139.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateTransferCreate = validate144;
const schema323 = {"type":"object","additionalProperties":false,"required":["source","destination","amount"],"properties":{"source":{"$ref":"#/$defs/TransferSource"},"destination":{"$ref":"#/$defs/TransferDestination"},"amount":{"$ref":"../common.json#/$defs/AmountInput"},"quote_id":{"$ref":"../common.json#/$defs/IdInput"},"integrator_reference":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"metadata":{"$ref":"../common.json#/$defs/Metadata"},"dry_run":{"type":"boolean","default":false}}};
const schema324 = {"type":"object","required":["type"],"discriminator":{"propertyName":"type"},"oneOf":[{"$ref":"#/$defs/WalletInput"},{"$ref":"#/$defs/FiatInput"}]};
const schema325 = {"type":"object","additionalProperties":false,"required":["type","wallet_id"],"properties":{"type":{"const":"wallet"},"wallet_id":{"$ref":"../common.json#/$defs/IdInput"}}};

function validate146(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate146.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.wallet_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "wallet_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "type") || (key0 === "wallet_id"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.type !== undefined){
if("wallet" !== data.type){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "wallet"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.wallet_id !== undefined){
let data1 = data.wallet_id;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/IdInput/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/IdInput/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/IdInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate146.errors = vErrors;
return errors === 0;
}
validate146.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema327 = {"type":"object","additionalProperties":false,"required":["type","currency","rail"],"properties":{"type":{"const":"fiat"},"currency":{"$ref":"../common.json#/$defs/Currency"},"rail":{"$ref":"../common.json#/$defs/Rail"}}};

function validate147(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate147.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.currency === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.rail === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "type") || (key0 === "currency")) || (key0 === "rail"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.type !== undefined){
if("fiat" !== data.type){
const err4 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "fiat"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.currency !== undefined){
let data1 = data.currency;
if(typeof data1 === "string"){
if(!pattern6.test(data1)){
const err5 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[a-z]{3}$"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/currency",schemaPath:"../common.json#/$defs/Currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.rail !== undefined){
let data2 = data.rail;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/rail",schemaPath:"../common.json#/$defs/Rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate147.errors = vErrors;
return errors === 0;
}
validate147.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate145(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate145.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const tag0 = data.type;
if(typeof tag0 == "string"){
if(tag0 === "wallet"){
if(!(validate146(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var props0 = true;
}
else if(tag0 === "fiat"){
if(!(validate147(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate147.errors : vErrors.concat(validate147.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else {
const err1 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate145.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate145.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema330 = {"type":"object","required":["type"],"discriminator":{"propertyName":"type"},"oneOf":[{"$ref":"#/$defs/WalletInput"},{"$ref":"#/$defs/PayoutAccountInput"}]};
const schema331 = {"type":"object","additionalProperties":false,"required":["type","payout_account_id"],"properties":{"type":{"const":"payout_account"},"payout_account_id":{"$ref":"../common.json#/$defs/IdInput"}}};

function validate152(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate152.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.payout_account_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "payout_account_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "type") || (key0 === "payout_account_id"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.type !== undefined){
if("payout_account" !== data.type){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "payout_account"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.payout_account_id !== undefined){
let data1 = data.payout_account_id;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/payout_account_id",schemaPath:"../common.json#/$defs/IdInput/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/payout_account_id",schemaPath:"../common.json#/$defs/IdInput/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/payout_account_id",schemaPath:"../common.json#/$defs/IdInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate152.errors = vErrors;
return errors === 0;
}
validate152.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate151(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate151.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const tag0 = data.type;
if(typeof tag0 == "string"){
if(tag0 === "wallet"){
if(!(validate146(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var props0 = true;
}
else if(tag0 === "payout_account"){
if(!(validate152(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate152.errors : vErrors.concat(validate152.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else {
const err1 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate151.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate151.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate144(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate144.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.source === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.destination === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.amount === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "source") || (key0 === "destination")) || (key0 === "amount")) || (key0 === "quote_id")) || (key0 === "integrator_reference")) || (key0 === "metadata")) || (key0 === "dry_run"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.source !== undefined){
if(!(validate145(data.source, {instancePath:instancePath+"/source",parentData:data,parentDataProperty:"source",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate145.errors : vErrors.concat(validate145.errors);
errors = vErrors.length;
}
}
if(data.destination !== undefined){
if(!(validate151(data.destination, {instancePath:instancePath+"/destination",parentData:data,parentDataProperty:"destination",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
}
if(data.amount !== undefined){
let data2 = data.amount;
if(typeof data2 === "string"){
if(func2(data2) > 24){
const err4 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/maxLength",keyword:"maxLength",params:{limit: 24}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern139.test(data2)){
const err5 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/AmountInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.quote_id !== undefined){
let data3 = data.quote_id;
if(typeof data3 === "string"){
if(func2(data3) > 64){
const err7 = {instancePath:instancePath+"/quote_id",schemaPath:"../common.json#/$defs/IdInput/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data3) < 1){
const err8 = {instancePath:instancePath+"/quote_id",schemaPath:"../common.json#/$defs/IdInput/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/quote_id",schemaPath:"../common.json#/$defs/IdInput/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.integrator_reference !== undefined){
let data4 = data.integrator_reference;
if(typeof data4 === "string"){
if(func2(data4) > 255){
const err10 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/maxLength",keyword:"maxLength",params:{limit: 255}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func2(data4) < 1){
const err11 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern31.test(data4)){
const err12 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.metadata !== undefined){
let data5 = data.metadata;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length > 50){
const err14 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
for(const key1 in data5){
const _errs15 = errors;
if(typeof key1 === "string"){
if(func2(key1) > 40){
const err15 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key1};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var valid4 = _errs15 === errors;
if(!valid4){
const err16 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key1}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
for(const key2 in data5){
let data6 = data5[key2];
if(typeof data6 === "string"){
if(func2(data6) > 500){
const err17 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!pattern12.test(data6)){
const err18 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.dry_run !== undefined){
if(typeof data.dry_run !== "boolean"){
const err21 = {instancePath:instancePath+"/dry_run",schemaPath:"#/properties/dry_run/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate144.errors = vErrors;
return errors === 0;
}
validate144.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateTransferListQuery = validate156;
const schema336 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64},"created_after":{"$ref":"../common.json#/$defs/QueryTime"},"created_before":{"$ref":"../common.json#/$defs/QueryTime"},"user_id":{"type":"string","maxLength":64},"wallet_id":{"type":"string","maxLength":64},"state":{"$ref":"#/$defs/TransferState"},"kind":{"$ref":"#/$defs/TransferKind"},"integrator_reference":{"type":"string","maxLength":255}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate156(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate156.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema336.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.created_after !== undefined){
let data3 = data.created_after;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err10 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern16.test(data3)){
const err11 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(formats0.validate(data3))){
const err12 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.created_before !== undefined){
let data4 = data.created_before;
if(typeof data4 === "string"){
if(func2(data4) > 40){
const err14 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern16.test(data4)){
const err15 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(formats0.validate(data4))){
const err16 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.user_id !== undefined){
let data5 = data.user_id;
if(typeof data5 === "string"){
if(func2(data5) > 64){
const err18 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.wallet_id !== undefined){
let data6 = data.wallet_id;
if(typeof data6 === "string"){
if(func2(data6) > 64){
const err20 = {instancePath:instancePath+"/wallet_id",schemaPath:"#/properties/wallet_id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/wallet_id",schemaPath:"#/properties/wallet_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.state !== undefined){
let data7 = data.state;
if(!(((((((((((data7 === "pending") || (data7 === "awaiting_funds")) || (data7 === "funds_received")) || (data7 === "in_review")) || (data7 === "payout_submitted")) || (data7 === "completed")) || (data7 === "failed")) || (data7 === "canceled")) || (data7 === "returned")) || (data7 === "undeliverable")) || (data7 === "refunded"))){
const err22 = {instancePath:instancePath+"/state",schemaPath:"#/$defs/TransferState/enum",keyword:"enum",params:{allowedValues: schema211.enum}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.kind !== undefined){
let data8 = data.kind;
if(!((((data8 === "user_to_user") || (data8 === "conversion")) || (data8 === "onramp")) || (data8 === "offramp"))){
const err23 = {instancePath:instancePath+"/kind",schemaPath:"#/$defs/TransferKind/enum",keyword:"enum",params:{allowedValues: schema210.enum}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.integrator_reference !== undefined){
let data9 = data.integrator_reference;
if(typeof data9 === "string"){
if(func2(data9) > 255){
const err24 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/maxLength",keyword:"maxLength",params:{limit: 255}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err26 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
}
else {
const err27 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
validate156.errors = vErrors;
return errors === 0;
}
validate156.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateTransferPage = validate157;
const schema341 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/Transfer"}},"has_more":{"type":"boolean"}}};

function validate157(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate157.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate139(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate139.errors : vErrors.concat(validate139.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate157.errors = vErrors;
return errors === 0;
}
validate157.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateTransferPreview = validate159;
const schema342 = {"type":"object","additionalProperties":false,"required":["object","kind","source","destination","amount","estimated"],"properties":{"object":{"const":"transfer_preview"},"kind":{"$ref":"#/$defs/TransferKind"},"source":{"$ref":"#/$defs/Endpoint"},"destination":{"$ref":"#/$defs/Endpoint"},"amount":{"$ref":"../common.json#/$defs/Amount"},"estimated":{"type":"object","additionalProperties":false,"required":["rate","fees","settlement_time_seconds"],"properties":{"rate":{"anyOf":[{"$ref":"../common.json#/$defs/RateValue"},{"type":"null"}]},"fees":{"type":"array","items":{"$ref":"../common.json#/$defs/Fee"}},"amount_credited":{"$ref":"../common.json#/$defs/Amount"},"amount_paid_out":{"$ref":"../common.json#/$defs/Amount"},"settlement_time_seconds":{"type":"integer","minimum":0}}}}};

function validate159(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate159.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.object === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.kind === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.source === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.destination === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.amount === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.estimated === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "estimated"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "object") || (key0 === "kind")) || (key0 === "source")) || (key0 === "destination")) || (key0 === "amount")) || (key0 === "estimated"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.object !== undefined){
if("transfer_preview" !== data.object){
const err7 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "transfer_preview"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.kind !== undefined){
let data1 = data.kind;
if(!((((data1 === "user_to_user") || (data1 === "conversion")) || (data1 === "onramp")) || (data1 === "offramp"))){
const err8 = {instancePath:instancePath+"/kind",schemaPath:"#/$defs/TransferKind/enum",keyword:"enum",params:{allowedValues: schema210.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.source !== undefined){
if(!(validate94(data.source, {instancePath:instancePath+"/source",parentData:data,parentDataProperty:"source",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate94.errors : vErrors.concat(validate94.errors);
errors = vErrors.length;
}
}
if(data.destination !== undefined){
if(!(validate94(data.destination, {instancePath:instancePath+"/destination",parentData:data,parentDataProperty:"destination",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate94.errors : vErrors.concat(validate94.errors);
errors = vErrors.length;
}
}
if(data.amount !== undefined){
let data4 = data.amount;
if(typeof data4 === "string"){
if(func2(data4) > 40){
const err9 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern10.test(data4)){
const err10 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.estimated !== undefined){
let data5 = data.estimated;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.rate === undefined){
const err12 = {instancePath:instancePath+"/estimated",schemaPath:"#/properties/estimated/required",keyword:"required",params:{missingProperty: "rate"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data5.fees === undefined){
const err13 = {instancePath:instancePath+"/estimated",schemaPath:"#/properties/estimated/required",keyword:"required",params:{missingProperty: "fees"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data5.settlement_time_seconds === undefined){
const err14 = {instancePath:instancePath+"/estimated",schemaPath:"#/properties/estimated/required",keyword:"required",params:{missingProperty: "settlement_time_seconds"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
for(const key1 in data5){
if(!(((((key1 === "rate") || (key1 === "fees")) || (key1 === "amount_credited")) || (key1 === "amount_paid_out")) || (key1 === "settlement_time_seconds"))){
const err15 = {instancePath:instancePath+"/estimated",schemaPath:"#/properties/estimated/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data5.rate !== undefined){
let data6 = data5.rate;
const _errs14 = errors;
let valid4 = false;
const _errs15 = errors;
if(typeof data6 === "string"){
if(func2(data6) > 40){
const err16 = {instancePath:instancePath+"/estimated/rate",schemaPath:"../common.json#/$defs/RateValue/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern24.test(data6)){
const err17 = {instancePath:instancePath+"/estimated/rate",schemaPath:"../common.json#/$defs/RateValue/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/estimated/rate",schemaPath:"../common.json#/$defs/RateValue/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid0 = _errs15 === errors;
valid4 = valid4 || _valid0;
const _errs18 = errors;
if(data6 !== null){
const err19 = {instancePath:instancePath+"/estimated/rate",schemaPath:"#/properties/estimated/properties/rate/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
var _valid0 = _errs18 === errors;
valid4 = valid4 || _valid0;
if(!valid4){
const err20 = {instancePath:instancePath+"/estimated/rate",schemaPath:"#/properties/estimated/properties/rate/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
}
if(data5.fees !== undefined){
let data7 = data5.fees;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
if(!(validate100(data7[i0], {instancePath:instancePath+"/estimated/fees/" + i0,parentData:data7,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
errors = vErrors.length;
}
}
}
else {
const err21 = {instancePath:instancePath+"/estimated/fees",schemaPath:"#/properties/estimated/properties/fees/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data5.amount_credited !== undefined){
let data9 = data5.amount_credited;
if(typeof data9 === "string"){
if(func2(data9) > 40){
const err22 = {instancePath:instancePath+"/estimated/amount_credited",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!pattern10.test(data9)){
const err23 = {instancePath:instancePath+"/estimated/amount_credited",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/estimated/amount_credited",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data5.amount_paid_out !== undefined){
let data10 = data5.amount_paid_out;
if(typeof data10 === "string"){
if(func2(data10) > 40){
const err25 = {instancePath:instancePath+"/estimated/amount_paid_out",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!pattern10.test(data10)){
const err26 = {instancePath:instancePath+"/estimated/amount_paid_out",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/estimated/amount_paid_out",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data5.settlement_time_seconds !== undefined){
let data11 = data5.settlement_time_seconds;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err28 = {instancePath:instancePath+"/estimated/settlement_time_seconds",schemaPath:"#/properties/estimated/properties/settlement_time_seconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
const err29 = {instancePath:instancePath+"/estimated/settlement_time_seconds",schemaPath:"#/properties/estimated/properties/settlement_time_seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
}
else {
const err30 = {instancePath:instancePath+"/estimated",schemaPath:"#/properties/estimated/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
validate159.errors = vErrors;
return errors === 0;
}
validate159.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateTransferReviewDecision = validate163;
const schema348 = {"type":"object","additionalProperties":false,"required":["outcome"],"properties":{"outcome":{"enum":["approved","rejected"]},"reason":{"$ref":"../common.json#/$defs/Reason"}}};

function validate163(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate163.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.outcome === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "outcome"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "outcome") || (key0 === "reason"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.outcome !== undefined){
let data0 = data.outcome;
if(!((data0 === "approved") || (data0 === "rejected"))){
const err2 = {instancePath:instancePath+"/outcome",schemaPath:"#/properties/outcome/enum",keyword:"enum",params:{allowedValues: schema348.properties.outcome.enum}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.reason !== undefined){
let data1 = data.reason;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.code === undefined){
const err3 = {instancePath:instancePath+"/reason",schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.message === undefined){
const err4 = {instancePath:instancePath+"/reason",schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key1 in data1){
if(!((key1 === "code") || (key1 === "message"))){
const err5 = {instancePath:instancePath+"/reason",schemaPath:"../common.json#/$defs/Reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.code !== undefined){
let data2 = data1.code;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err6 = {instancePath:instancePath+"/reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func2(data2) < 1){
const err7 = {instancePath:instancePath+"/reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern31.test(data2)){
const err8 = {instancePath:instancePath+"/reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/reason/code",schemaPath:"../common.json#/$defs/Reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data1.message !== undefined){
let data3 = data1.message;
if(typeof data3 === "string"){
if(func2(data3) > 500){
const err10 = {instancePath:instancePath+"/reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func2(data3) < 1){
const err11 = {instancePath:instancePath+"/reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern31.test(data3)){
const err12 = {instancePath:instancePath+"/reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/reason/message",schemaPath:"../common.json#/$defs/Reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/reason",schemaPath:"../common.json#/$defs/Reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate163.errors = vErrors;
return errors === 0;
}
validate163.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateTransferReviewListQuery = validate164;
const schema350 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64},"integrator_id":{"type":"string","minLength":1,"maxLength":64},"environment":{"$ref":"integrator.json#/$defs/EnvironmentName"}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate164(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate164.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before")) || (key0 === "integrator_id")) || (key0 === "environment"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.integrator_id !== undefined){
let data3 = data.integrator_id;
if(typeof data3 === "string"){
if(func2(data3) > 64){
const err10 = {instancePath:instancePath+"/integrator_id",schemaPath:"#/properties/integrator_id/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func2(data3) < 1){
const err11 = {instancePath:instancePath+"/integrator_id",schemaPath:"#/properties/integrator_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/integrator_id",schemaPath:"#/properties/integrator_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.environment !== undefined){
let data4 = data.environment;
if(!((data4 === "sandbox") || (data4 === "production"))){
const err13 = {instancePath:instancePath+"/environment",schemaPath:"integrator.json#/$defs/EnvironmentName/enum",keyword:"enum",params:{allowedValues: schema98.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err14 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate164.errors = vErrors;
return errors === 0;
}
validate164.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateTransferReviewPage = validate165;
const schema352 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/TransferReview"}},"has_more":{"type":"boolean"}}};
const schema353 = {"type":"object","additionalProperties":false,"required":["id","object","integrator_id","environment","transfer"],"properties":{"id":{"$ref":"../common.json#/$defs/TransferId"},"object":{"const":"transfer_review"},"integrator_id":{"$ref":"integrator.json#/$defs/IntegratorId"},"environment":{"$ref":"integrator.json#/$defs/EnvironmentName"},"transfer":{"$ref":"../api/transfer.json#/$defs/Transfer"}}};

function validate166(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate166.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.integrator_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "integrator_id"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.environment === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environment"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.transfer === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transfer"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "id") || (key0 === "object")) || (key0 === "integrator_id")) || (key0 === "environment")) || (key0 === "transfer"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern20.test(data0)){
const err6 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/TransferId/pattern",keyword:"pattern",params:{pattern: "^trf_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/TransferId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.object !== undefined){
if("transfer_review" !== data.object){
const err8 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "transfer_review"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.integrator_id !== undefined){
let data2 = data.integrator_id;
if(typeof data2 === "string"){
if(!pattern32.test(data2)){
const err9 = {instancePath:instancePath+"/integrator_id",schemaPath:"integrator.json#/$defs/IntegratorId/pattern",keyword:"pattern",params:{pattern: "^int_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/integrator_id",schemaPath:"integrator.json#/$defs/IntegratorId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.environment !== undefined){
let data3 = data.environment;
if(!((data3 === "sandbox") || (data3 === "production"))){
const err11 = {instancePath:instancePath+"/environment",schemaPath:"integrator.json#/$defs/EnvironmentName/enum",keyword:"enum",params:{allowedValues: schema98.enum}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.transfer !== undefined){
if(!(validate139(data.transfer, {instancePath:instancePath+"/transfer",parentData:data,parentDataProperty:"transfer",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate139.errors : vErrors.concat(validate139.errors);
errors = vErrors.length;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate166.errors = vErrors;
return errors === 0;
}
validate166.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate165(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate165.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate166(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate166.errors : vErrors.concat(validate166.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate165.errors = vErrors;
return errors === 0;
}
validate165.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateUser = validate169;

function validate169(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate169.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.type !== undefined){
if("individual" !== data.type){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.first_name === undefined){
const err2 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "first_name"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.last_name === undefined){
const err3 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "last_name"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.business_name !== undefined){
const err4 = {instancePath:instancePath+"/business_name",schemaPath:"#/allOf/0/then/properties/business_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
if(valid1){
var props0 = {};
props0.business_name = true;
props0.type = true;
}
}
if(!valid1){
const err5 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const _errs7 = errors;
let valid4 = true;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
if(data.type !== undefined){
if("business" !== data.type){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
var _valid1 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.business_name === undefined){
const err8 = {instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: "business_name"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.first_name !== undefined){
const err9 = {instancePath:instancePath+"/first_name",schemaPath:"#/allOf/1/then/properties/first_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.last_name !== undefined){
const err10 = {instancePath:instancePath+"/last_name",schemaPath:"#/allOf/1/then/properties/last_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
valid4 = _valid1;
if(valid4){
var props1 = {};
props1.first_name = true;
props1.last_name = true;
props1.type = true;
}
}
if(!valid4){
const err11 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.object === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.type === undefined){
const err14 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.external_reference === undefined){
const err15 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "external_reference"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.email === undefined){
const err16 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "email"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data.phone === undefined){
const err17 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "phone"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data.country === undefined){
const err18 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "country"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data.status === undefined){
const err19 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data.kyc_status === undefined){
const err20 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kyc_status"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data.terms_status === undefined){
const err21 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terms_status"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.rejection_reasons === undefined){
const err22 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rejection_reasons"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data.metadata === undefined){
const err23 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data.version === undefined){
const err24 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data.created_at === undefined){
const err25 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data.updated_at === undefined){
const err26 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "updated_at"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema136.properties, key0))){
const err27 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.id !== undefined){
let data5 = data.id;
if(typeof data5 === "string"){
if(!pattern5.test(data5)){
const err28 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/UserId/pattern",keyword:"pattern",params:{pattern: "^usr_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/UserId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.object !== undefined){
if("user" !== data.object){
const err30 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "user"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.type !== undefined){
let data7 = data.type;
if(!((data7 === "individual") || (data7 === "business"))){
const err31 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/UserType/enum",keyword:"enum",params:{allowedValues: schema138.enum}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.external_reference !== undefined){
if(typeof data.external_reference !== "string"){
const err32 = {instancePath:instancePath+"/external_reference",schemaPath:"#/properties/external_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.email !== undefined){
let data9 = data.email;
const _errs21 = errors;
let valid10 = false;
const _errs22 = errors;
if(typeof data9 !== "string"){
const err33 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
var _valid2 = _errs22 === errors;
valid10 = valid10 || _valid2;
const _errs24 = errors;
if(data9 !== null){
const err34 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var _valid2 = _errs24 === errors;
valid10 = valid10 || _valid2;
if(!valid10){
const err35 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
else {
errors = _errs21;
if(vErrors !== null){
if(_errs21){
vErrors.length = _errs21;
}
else {
vErrors = null;
}
}
}
}
if(data.phone !== undefined){
let data10 = data.phone;
const _errs27 = errors;
let valid11 = false;
const _errs28 = errors;
if(typeof data10 !== "string"){
const err36 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var _valid3 = _errs28 === errors;
valid11 = valid11 || _valid3;
const _errs30 = errors;
if(data10 !== null){
const err37 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
var _valid3 = _errs30 === errors;
valid11 = valid11 || _valid3;
if(!valid11){
const err38 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
else {
errors = _errs27;
if(vErrors !== null){
if(_errs27){
vErrors.length = _errs27;
}
else {
vErrors = null;
}
}
}
}
if(data.first_name !== undefined){
let data11 = data.first_name;
const _errs33 = errors;
let valid12 = false;
const _errs34 = errors;
if(typeof data11 !== "string"){
const err39 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
var _valid4 = _errs34 === errors;
valid12 = valid12 || _valid4;
const _errs36 = errors;
if(data11 !== null){
const err40 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var _valid4 = _errs36 === errors;
valid12 = valid12 || _valid4;
if(!valid12){
const err41 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
else {
errors = _errs33;
if(vErrors !== null){
if(_errs33){
vErrors.length = _errs33;
}
else {
vErrors = null;
}
}
}
}
if(data.last_name !== undefined){
let data12 = data.last_name;
const _errs39 = errors;
let valid13 = false;
const _errs40 = errors;
if(typeof data12 !== "string"){
const err42 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
var _valid5 = _errs40 === errors;
valid13 = valid13 || _valid5;
const _errs42 = errors;
if(data12 !== null){
const err43 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
var _valid5 = _errs42 === errors;
valid13 = valid13 || _valid5;
if(!valid13){
const err44 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
else {
errors = _errs39;
if(vErrors !== null){
if(_errs39){
vErrors.length = _errs39;
}
else {
vErrors = null;
}
}
}
}
if(data.business_name !== undefined){
let data13 = data.business_name;
const _errs45 = errors;
let valid14 = false;
const _errs46 = errors;
if(typeof data13 !== "string"){
const err45 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
var _valid6 = _errs46 === errors;
valid14 = valid14 || _valid6;
const _errs48 = errors;
if(data13 !== null){
const err46 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
var _valid6 = _errs48 === errors;
valid14 = valid14 || _valid6;
if(!valid14){
const err47 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
else {
errors = _errs45;
if(vErrors !== null){
if(_errs45){
vErrors.length = _errs45;
}
else {
vErrors = null;
}
}
}
}
if(data.country !== undefined){
let data14 = data.country;
const _errs51 = errors;
let valid15 = false;
const _errs52 = errors;
if(typeof data14 === "string"){
if(!pattern57.test(data14)){
const err48 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
var _valid7 = _errs52 === errors;
valid15 = valid15 || _valid7;
const _errs55 = errors;
if(data14 !== null){
const err50 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
var _valid7 = _errs55 === errors;
valid15 = valid15 || _valid7;
if(!valid15){
const err51 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
else {
errors = _errs51;
if(vErrors !== null){
if(_errs51){
vErrors.length = _errs51;
}
else {
vErrors = null;
}
}
}
}
if(data.status !== undefined){
let data15 = data.status;
if(!((data15 === "active") || (data15 === "deactivated"))){
const err52 = {instancePath:instancePath+"/status",schemaPath:"#/$defs/UserStatus/enum",keyword:"enum",params:{allowedValues: schema140.enum}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.kyc_status !== undefined){
let data16 = data.kyc_status;
if(!(((((data16 === "not_started") || (data16 === "under_review")) || (data16 === "incomplete")) || (data16 === "approved")) || (data16 === "rejected"))){
const err53 = {instancePath:instancePath+"/kyc_status",schemaPath:"#/$defs/KycStatus/enum",keyword:"enum",params:{allowedValues: schema141.enum}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data.terms_status !== undefined){
let data17 = data.terms_status;
if(!((data17 === "pending") || (data17 === "approved"))){
const err54 = {instancePath:instancePath+"/terms_status",schemaPath:"#/$defs/TermsStatus/enum",keyword:"enum",params:{allowedValues: schema142.enum}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data.rejection_reasons !== undefined){
let data18 = data.rejection_reasons;
if(Array.isArray(data18)){
const len0 = data18.length;
for(let i0=0; i0<len0; i0++){
let data19 = data18[i0];
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(data19.code === undefined){
const err55 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data19.message === undefined){
const err56 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
for(const key1 in data19){
if(!((key1 === "code") || (key1 === "message"))){
const err57 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data19.code !== undefined){
let data20 = data19.code;
if(typeof data20 === "string"){
if(func2(data20) > 64){
const err58 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(func2(data20) < 1){
const err59 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(!pattern31.test(data20)){
const err60 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"../common.json#/$defs/Reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data19.message !== undefined){
let data21 = data19.message;
if(typeof data21 === "string"){
if(func2(data21) > 500){
const err62 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(func2(data21) < 1){
const err63 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(!pattern31.test(data21)){
const err64 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"../common.json#/$defs/Reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"../common.json#/$defs/Reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
}
else {
const err67 = {instancePath:instancePath+"/rejection_reasons",schemaPath:"#/properties/rejection_reasons/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data.metadata !== undefined){
let data22 = data.metadata;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(Object.keys(data22).length > 50){
const err68 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
for(const key2 in data22){
const _errs76 = errors;
if(typeof key2 === "string"){
if(func2(key2) > 40){
const err69 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key2};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
var valid25 = _errs76 === errors;
if(!valid25){
const err70 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key2}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
for(const key3 in data22){
let data23 = data22[key3];
if(typeof data23 === "string"){
if(func2(data23) > 500){
const err71 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if(!pattern12.test(data23)){
const err72 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
}
else {
const err74 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data.version !== undefined){
let data24 = data.version;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err75 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 1 || isNaN(data24)){
const err76 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
}
if(data.created_at !== undefined){
let data25 = data.created_at;
if(typeof data25 === "string"){
if(!pattern11.test(data25)){
const err77 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if(!(formats0.validate(data25))){
const err78 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
else {
const err79 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data.updated_at !== undefined){
let data26 = data.updated_at;
if(typeof data26 === "string"){
if(!pattern11.test(data26)){
const err80 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(!(formats0.validate(data26))){
const err81 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/updated_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
else {
const err83 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
validate169.errors = vErrors;
return errors === 0;
}
validate169.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateUserCreate = validate170;
const schema369 = {"type":"object","additionalProperties":false,"required":["type","external_reference"],"properties":{"type":{"$ref":"#/$defs/UserType"},"external_reference":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"email":{"$ref":"../common.json#/$defs/Email"},"phone":{"$ref":"../common.json#/$defs/Phone"},"first_name":{"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"last_name":{"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"business_name":{"type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},"country":{"$ref":"../common.json#/$defs/Country"},"metadata":{"$ref":"../common.json#/$defs/Metadata"}},"allOf":[{"if":{"properties":{"type":{"const":"individual"}},"required":["type"]},"then":{"properties":{"business_name":false}}},{"if":{"properties":{"type":{"const":"business"}},"required":["type"]},"then":{"required":["business_name"],"properties":{"first_name":false,"last_name":false}}}]};

function validate170(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate170.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.type !== undefined){
if("individual" !== data.type){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.business_name !== undefined){
const err2 = {instancePath:instancePath+"/business_name",schemaPath:"#/allOf/0/then/properties/business_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
if(valid1){
var props0 = {};
props0.business_name = true;
props0.type = true;
}
}
if(!valid1){
const err3 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const _errs7 = errors;
let valid4 = true;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
if(data.type !== undefined){
if("business" !== data.type){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
}
var _valid1 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.business_name === undefined){
const err6 = {instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: "business_name"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.first_name !== undefined){
const err7 = {instancePath:instancePath+"/first_name",schemaPath:"#/allOf/1/then/properties/first_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.last_name !== undefined){
const err8 = {instancePath:instancePath+"/last_name",schemaPath:"#/allOf/1/then/properties/last_name/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
valid4 = _valid1;
if(valid4){
var props1 = {};
props1.first_name = true;
props1.last_name = true;
props1.type = true;
}
}
if(!valid4){
const err9 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.external_reference === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "external_reference"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema369.properties, key0))){
const err12 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.type !== undefined){
let data5 = data.type;
if(!((data5 === "individual") || (data5 === "business"))){
const err13 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/UserType/enum",keyword:"enum",params:{allowedValues: schema138.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.external_reference !== undefined){
let data6 = data.external_reference;
if(typeof data6 === "string"){
if(func2(data6) > 255){
const err14 = {instancePath:instancePath+"/external_reference",schemaPath:"#/properties/external_reference/maxLength",keyword:"maxLength",params:{limit: 255}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(func2(data6) < 1){
const err15 = {instancePath:instancePath+"/external_reference",schemaPath:"#/properties/external_reference/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!pattern31.test(data6)){
const err16 = {instancePath:instancePath+"/external_reference",schemaPath:"#/properties/external_reference/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/external_reference",schemaPath:"#/properties/external_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.email !== undefined){
let data7 = data.email;
if(typeof data7 === "string"){
if(func2(data7) > 254){
const err18 = {instancePath:instancePath+"/email",schemaPath:"../common.json#/$defs/Email/maxLength",keyword:"maxLength",params:{limit: 254}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!(formats52.test(data7))){
const err19 = {instancePath:instancePath+"/email",schemaPath:"../common.json#/$defs/Email/format",keyword:"format",params:{format: "email"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/email",schemaPath:"../common.json#/$defs/Email/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.phone !== undefined){
let data8 = data.phone;
if(typeof data8 === "string"){
if(!pattern85.test(data8)){
const err21 = {instancePath:instancePath+"/phone",schemaPath:"../common.json#/$defs/Phone/pattern",keyword:"pattern",params:{pattern: "^\\+[1-9][0-9]{6,14}$"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/phone",schemaPath:"../common.json#/$defs/Phone/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.first_name !== undefined){
let data9 = data.first_name;
if(typeof data9 === "string"){
if(func2(data9) > 100){
const err23 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/maxLength",keyword:"maxLength",params:{limit: 100}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(func2(data9) < 1){
const err24 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(!pattern31.test(data9)){
const err25 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.last_name !== undefined){
let data10 = data.last_name;
if(typeof data10 === "string"){
if(func2(data10) > 100){
const err27 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/maxLength",keyword:"maxLength",params:{limit: 100}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(func2(data10) < 1){
const err28 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(!pattern31.test(data10)){
const err29 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.business_name !== undefined){
let data11 = data.business_name;
if(typeof data11 === "string"){
if(func2(data11) > 200){
const err31 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/maxLength",keyword:"maxLength",params:{limit: 200}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(func2(data11) < 1){
const err32 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!pattern31.test(data11)){
const err33 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.country !== undefined){
let data12 = data.country;
if(typeof data12 === "string"){
if(!pattern57.test(data12)){
const err35 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.metadata !== undefined){
let data13 = data.metadata;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length > 50){
const err37 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
for(const key1 in data13){
const _errs34 = errors;
if(typeof key1 === "string"){
if(func2(key1) > 40){
const err38 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key1};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
var valid13 = _errs34 === errors;
if(!valid13){
const err39 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key1}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
for(const key2 in data13){
let data14 = data13[key2];
if(typeof data14 === "string"){
if(func2(data14) > 500){
const err40 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(!pattern12.test(data14)){
const err41 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
validate170.errors = vErrors;
return errors === 0;
}
validate170.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateUserIdentity = validate171;
const schema375 = {"type":"object","additionalProperties":false,"required":["object","user_id","submitted_at","type","address","country"],"properties":{"object":{"const":"identity"},"user_id":{"$ref":"../common.json#/$defs/UserId"},"submitted_at":{"$ref":"../common.json#/$defs/Timestamp"},"type":{"$ref":"../api/user.json#/$defs/UserType"},"first_name":{"type":"string"},"last_name":{"type":"string"},"date_of_birth":{"type":"string","format":"date"},"business_name":{"type":"string"},"registration_number":{"type":"string"},"address":{"type":"object","additionalProperties":false,"required":["line1","line2","city","region","postal_code"],"properties":{"line1":{"type":"string"},"line2":{"type":"string"},"city":{"type":"string"},"region":{"type":"string"},"postal_code":{"type":"string"}}},"country":{"$ref":"../common.json#/$defs/Country"}}};
const formats98 = helper1.fullFormats.date;

function validate171(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate171.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.object === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.user_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.submitted_at === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "submitted_at"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.type === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.address === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "address"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.country === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "country"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema375.properties, key0))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.object !== undefined){
if("identity" !== data.object){
const err7 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "identity"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.user_id !== undefined){
let data1 = data.user_id;
if(typeof data1 === "string"){
if(!pattern5.test(data1)){
const err8 = {instancePath:instancePath+"/user_id",schemaPath:"../common.json#/$defs/UserId/pattern",keyword:"pattern",params:{pattern: "^usr_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/user_id",schemaPath:"../common.json#/$defs/UserId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.submitted_at !== undefined){
let data2 = data.submitted_at;
if(typeof data2 === "string"){
if(!pattern11.test(data2)){
const err10 = {instancePath:instancePath+"/submitted_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!(formats0.validate(data2))){
const err11 = {instancePath:instancePath+"/submitted_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/submitted_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.type !== undefined){
let data3 = data.type;
if(!((data3 === "individual") || (data3 === "business"))){
const err13 = {instancePath:instancePath+"/type",schemaPath:"../api/user.json#/$defs/UserType/enum",keyword:"enum",params:{allowedValues: schema138.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.first_name !== undefined){
if(typeof data.first_name !== "string"){
const err14 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.last_name !== undefined){
if(typeof data.last_name !== "string"){
const err15 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.date_of_birth !== undefined){
let data6 = data.date_of_birth;
if(typeof data6 === "string"){
if(!(formats98.validate(data6))){
const err16 = {instancePath:instancePath+"/date_of_birth",schemaPath:"#/properties/date_of_birth/format",keyword:"format",params:{format: "date"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/date_of_birth",schemaPath:"#/properties/date_of_birth/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.business_name !== undefined){
if(typeof data.business_name !== "string"){
const err18 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.registration_number !== undefined){
if(typeof data.registration_number !== "string"){
const err19 = {instancePath:instancePath+"/registration_number",schemaPath:"#/properties/registration_number/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.address !== undefined){
let data9 = data.address;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.line1 === undefined){
const err20 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/required",keyword:"required",params:{missingProperty: "line1"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data9.line2 === undefined){
const err21 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/required",keyword:"required",params:{missingProperty: "line2"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data9.city === undefined){
const err22 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/required",keyword:"required",params:{missingProperty: "city"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data9.region === undefined){
const err23 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/required",keyword:"required",params:{missingProperty: "region"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data9.postal_code === undefined){
const err24 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/required",keyword:"required",params:{missingProperty: "postal_code"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
for(const key1 in data9){
if(!(((((key1 === "line1") || (key1 === "line2")) || (key1 === "city")) || (key1 === "region")) || (key1 === "postal_code"))){
const err25 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data9.line1 !== undefined){
if(typeof data9.line1 !== "string"){
const err26 = {instancePath:instancePath+"/address/line1",schemaPath:"#/properties/address/properties/line1/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data9.line2 !== undefined){
if(typeof data9.line2 !== "string"){
const err27 = {instancePath:instancePath+"/address/line2",schemaPath:"#/properties/address/properties/line2/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data9.city !== undefined){
if(typeof data9.city !== "string"){
const err28 = {instancePath:instancePath+"/address/city",schemaPath:"#/properties/address/properties/city/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data9.region !== undefined){
if(typeof data9.region !== "string"){
const err29 = {instancePath:instancePath+"/address/region",schemaPath:"#/properties/address/properties/region/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data9.postal_code !== undefined){
if(typeof data9.postal_code !== "string"){
const err30 = {instancePath:instancePath+"/address/postal_code",schemaPath:"#/properties/address/properties/postal_code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.country !== undefined){
let data15 = data.country;
if(typeof data15 === "string"){
if(!pattern57.test(data15)){
const err32 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/country",schemaPath:"../common.json#/$defs/Country/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
validate171.errors = vErrors;
return errors === 0;
}
validate171.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateUserListQuery = validate172;
const schema380 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64},"external_reference":{"type":"string","maxLength":255},"kyc_status":{"$ref":"#/$defs/KycStatus"},"status":{"$ref":"#/$defs/UserStatus"}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate172(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate172.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before")) || (key0 === "external_reference")) || (key0 === "kyc_status")) || (key0 === "status"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.external_reference !== undefined){
let data3 = data.external_reference;
if(typeof data3 === "string"){
if(func2(data3) > 255){
const err10 = {instancePath:instancePath+"/external_reference",schemaPath:"#/properties/external_reference/maxLength",keyword:"maxLength",params:{limit: 255}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/external_reference",schemaPath:"#/properties/external_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.kyc_status !== undefined){
let data4 = data.kyc_status;
if(!(((((data4 === "not_started") || (data4 === "under_review")) || (data4 === "incomplete")) || (data4 === "approved")) || (data4 === "rejected"))){
const err12 = {instancePath:instancePath+"/kyc_status",schemaPath:"#/$defs/KycStatus/enum",keyword:"enum",params:{allowedValues: schema141.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.status !== undefined){
let data5 = data.status;
if(!((data5 === "active") || (data5 === "deactivated"))){
const err13 = {instancePath:instancePath+"/status",schemaPath:"#/$defs/UserStatus/enum",keyword:"enum",params:{allowedValues: schema140.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err14 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate172.errors = vErrors;
return errors === 0;
}
validate172.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateUserPage = validate173;
const schema383 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/User"}},"has_more":{"type":"boolean"}}};

function validate173(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate173.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate169(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate169.errors : vErrors.concat(validate169.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate173.errors = vErrors;
return errors === 0;
}
validate173.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateUserUpdate = validate175;
const schema384 = {"type":"object","additionalProperties":false,"required":[],"properties":{"email":{"anyOf":[{"$ref":"../common.json#/$defs/Email"},{"type":"null"}]},"phone":{"anyOf":[{"$ref":"../common.json#/$defs/Phone"},{"type":"null"}]},"metadata":{"$ref":"../common.json#/$defs/Metadata"}}};

function validate175(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate175.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "email") || (key0 === "phone")) || (key0 === "metadata"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.email !== undefined){
let data0 = data.email;
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(typeof data0 === "string"){
if(func2(data0) > 254){
const err1 = {instancePath:instancePath+"/email",schemaPath:"../common.json#/$defs/Email/maxLength",keyword:"maxLength",params:{limit: 254}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(formats52.test(data0))){
const err2 = {instancePath:instancePath+"/email",schemaPath:"../common.json#/$defs/Email/format",keyword:"format",params:{format: "email"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/email",schemaPath:"../common.json#/$defs/Email/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs4 === errors;
valid1 = valid1 || _valid0;
const _errs7 = errors;
if(data0 !== null){
const err4 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid0 = _errs7 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err5 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
}
if(data.phone !== undefined){
let data1 = data.phone;
const _errs10 = errors;
let valid3 = false;
const _errs11 = errors;
if(typeof data1 === "string"){
if(!pattern85.test(data1)){
const err6 = {instancePath:instancePath+"/phone",schemaPath:"../common.json#/$defs/Phone/pattern",keyword:"pattern",params:{pattern: "^\\+[1-9][0-9]{6,14}$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/phone",schemaPath:"../common.json#/$defs/Phone/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var _valid1 = _errs11 === errors;
valid3 = valid3 || _valid1;
const _errs14 = errors;
if(data1 !== null){
const err8 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs14 === errors;
valid3 = valid3 || _valid1;
if(!valid3){
const err9 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
}
}
if(data.metadata !== undefined){
let data2 = data.metadata;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 50){
const err10 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key1 in data2){
const _errs19 = errors;
if(typeof key1 === "string"){
if(func2(key1) > 40){
const err11 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var valid6 = _errs19 === errors;
if(!valid6){
const err12 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key1}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
for(const key2 in data2){
let data3 = data2[key2];
if(typeof data3 === "string"){
if(func2(data3) > 500){
const err13 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern12.test(data3)){
const err14 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate175.errors = vErrors;
return errors === 0;
}
validate175.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWallet = validate177;
const schema389 = {"type":"object","additionalProperties":false,"required":["id","object","user_id","asset","decimals","status","balance","price_risk_acknowledged_at","metadata","version","created_at"],"properties":{"id":{"$ref":"../common.json#/$defs/WalletId"},"object":{"const":"wallet"},"user_id":{"$ref":"../common.json#/$defs/UserId"},"asset":{"$ref":"../common.json#/$defs/Asset"},"decimals":{"type":"integer","minimum":0},"status":{"$ref":"#/$defs/WalletStatus"},"balance":{"$ref":"#/$defs/WalletBalance"},"price_risk_acknowledged_at":{"anyOf":[{"$ref":"../common.json#/$defs/Timestamp"},{"type":"null"}]},"metadata":{"$ref":"../common.json#/$defs/Metadata"},"version":{"$ref":"../common.json#/$defs/Version"},"created_at":{"$ref":"../common.json#/$defs/Timestamp"}}};
const schema393 = {"enum":["active","frozen"]};
const schema394 = {"type":"object","additionalProperties":false,"required":["object","wallet_id","asset","available","pending","cashable","as_of"],"properties":{"object":{"const":"wallet_balance"},"wallet_id":{"$ref":"../common.json#/$defs/WalletId"},"asset":{"$ref":"../common.json#/$defs/Asset"},"available":{"$ref":"../common.json#/$defs/Amount"},"pending":{"$ref":"../common.json#/$defs/Amount"},"cashable":{"$ref":"../common.json#/$defs/Amount"},"as_of":{"$ref":"../common.json#/$defs/Timestamp"}}};

function validate178(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate178.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.object === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.wallet_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "wallet_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.asset === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "asset"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.available === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "available"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.pending === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pending"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.cashable === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cashable"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.as_of === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "as_of"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "object") || (key0 === "wallet_id")) || (key0 === "asset")) || (key0 === "available")) || (key0 === "pending")) || (key0 === "cashable")) || (key0 === "as_of"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.object !== undefined){
if("wallet_balance" !== data.object){
const err8 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "wallet_balance"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.wallet_id !== undefined){
let data1 = data.wallet_id;
if(typeof data1 === "string"){
if(!pattern7.test(data1)){
const err9 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/WalletId/pattern",keyword:"pattern",params:{pattern: "^wal_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/WalletId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.asset !== undefined){
let data2 = data.asset;
if(typeof data2 === "string"){
if(!pattern8.test(data2)){
const err11 = {instancePath:instancePath+"/asset",schemaPath:"../common.json#/$defs/Asset/pattern",keyword:"pattern",params:{pattern: "^svc-[a-z0-9-]{1,32}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/asset",schemaPath:"../common.json#/$defs/Asset/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.available !== undefined){
let data3 = data.available;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err13 = {instancePath:instancePath+"/available",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern10.test(data3)){
const err14 = {instancePath:instancePath+"/available",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/available",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.pending !== undefined){
let data4 = data.pending;
if(typeof data4 === "string"){
if(func2(data4) > 40){
const err16 = {instancePath:instancePath+"/pending",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern10.test(data4)){
const err17 = {instancePath:instancePath+"/pending",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/pending",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.cashable !== undefined){
let data5 = data.cashable;
if(typeof data5 === "string"){
if(func2(data5) > 40){
const err19 = {instancePath:instancePath+"/cashable",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!pattern10.test(data5)){
const err20 = {instancePath:instancePath+"/cashable",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/cashable",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.as_of !== undefined){
let data6 = data.as_of;
if(typeof data6 === "string"){
if(!pattern11.test(data6)){
const err22 = {instancePath:instancePath+"/as_of",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!(formats0.validate(data6))){
const err23 = {instancePath:instancePath+"/as_of",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/as_of",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate178.errors = vErrors;
return errors === 0;
}
validate178.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate177(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate177.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.user_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.asset === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "asset"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.decimals === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "decimals"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.status === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.balance === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "balance"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.price_risk_acknowledged_at === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "price_risk_acknowledged_at"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.metadata === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.version === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.created_at === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema389.properties, key0))){
const err11 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern7.test(data0)){
const err12 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/WalletId/pattern",keyword:"pattern",params:{pattern: "^wal_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/WalletId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.object !== undefined){
if("wallet" !== data.object){
const err14 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "wallet"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.user_id !== undefined){
let data2 = data.user_id;
if(typeof data2 === "string"){
if(!pattern5.test(data2)){
const err15 = {instancePath:instancePath+"/user_id",schemaPath:"../common.json#/$defs/UserId/pattern",keyword:"pattern",params:{pattern: "^usr_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/user_id",schemaPath:"../common.json#/$defs/UserId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.asset !== undefined){
let data3 = data.asset;
if(typeof data3 === "string"){
if(!pattern8.test(data3)){
const err17 = {instancePath:instancePath+"/asset",schemaPath:"../common.json#/$defs/Asset/pattern",keyword:"pattern",params:{pattern: "^svc-[a-z0-9-]{1,32}$"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/asset",schemaPath:"../common.json#/$defs/Asset/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.decimals !== undefined){
let data4 = data.decimals;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err19 = {instancePath:instancePath+"/decimals",schemaPath:"#/properties/decimals/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
const err20 = {instancePath:instancePath+"/decimals",schemaPath:"#/properties/decimals/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.status !== undefined){
let data5 = data.status;
if(!((data5 === "active") || (data5 === "frozen"))){
const err21 = {instancePath:instancePath+"/status",schemaPath:"#/$defs/WalletStatus/enum",keyword:"enum",params:{allowedValues: schema393.enum}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.balance !== undefined){
if(!(validate178(data.balance, {instancePath:instancePath+"/balance",parentData:data,parentDataProperty:"balance",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate178.errors : vErrors.concat(validate178.errors);
errors = vErrors.length;
}
}
if(data.price_risk_acknowledged_at !== undefined){
let data7 = data.price_risk_acknowledged_at;
const _errs18 = errors;
let valid5 = false;
const _errs19 = errors;
if(typeof data7 === "string"){
if(!pattern11.test(data7)){
const err22 = {instancePath:instancePath+"/price_risk_acknowledged_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!(formats0.validate(data7))){
const err23 = {instancePath:instancePath+"/price_risk_acknowledged_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/price_risk_acknowledged_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
var _valid0 = _errs19 === errors;
valid5 = valid5 || _valid0;
const _errs22 = errors;
if(data7 !== null){
const err25 = {instancePath:instancePath+"/price_risk_acknowledged_at",schemaPath:"#/properties/price_risk_acknowledged_at/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var _valid0 = _errs22 === errors;
valid5 = valid5 || _valid0;
if(!valid5){
const err26 = {instancePath:instancePath+"/price_risk_acknowledged_at",schemaPath:"#/properties/price_risk_acknowledged_at/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
}
if(data.metadata !== undefined){
let data8 = data.metadata;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(Object.keys(data8).length > 50){
const err27 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key1 in data8){
const _errs27 = errors;
if(typeof key1 === "string"){
if(func2(key1) > 40){
const err28 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key1};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
var valid8 = _errs27 === errors;
if(!valid8){
const err29 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key1}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
for(const key2 in data8){
let data9 = data8[key2];
if(typeof data9 === "string"){
if(func2(data9) > 500){
const err30 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(!pattern12.test(data9)){
const err31 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.version !== undefined){
let data10 = data.version;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err34 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 1 || isNaN(data10)){
const err35 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
if(data.created_at !== undefined){
let data11 = data.created_at;
if(typeof data11 === "string"){
if(!pattern11.test(data11)){
const err36 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(!(formats0.validate(data11))){
const err37 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
validate177.errors = vErrors;
return errors === 0;
}
validate177.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWalletBalance = validate180;

function validate180(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate180.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.object === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.wallet_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "wallet_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.asset === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "asset"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.available === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "available"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.pending === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pending"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.cashable === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cashable"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.as_of === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "as_of"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "object") || (key0 === "wallet_id")) || (key0 === "asset")) || (key0 === "available")) || (key0 === "pending")) || (key0 === "cashable")) || (key0 === "as_of"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.object !== undefined){
if("wallet_balance" !== data.object){
const err8 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "wallet_balance"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.wallet_id !== undefined){
let data1 = data.wallet_id;
if(typeof data1 === "string"){
if(!pattern7.test(data1)){
const err9 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/WalletId/pattern",keyword:"pattern",params:{pattern: "^wal_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/WalletId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.asset !== undefined){
let data2 = data.asset;
if(typeof data2 === "string"){
if(!pattern8.test(data2)){
const err11 = {instancePath:instancePath+"/asset",schemaPath:"../common.json#/$defs/Asset/pattern",keyword:"pattern",params:{pattern: "^svc-[a-z0-9-]{1,32}$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/asset",schemaPath:"../common.json#/$defs/Asset/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.available !== undefined){
let data3 = data.available;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err13 = {instancePath:instancePath+"/available",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern10.test(data3)){
const err14 = {instancePath:instancePath+"/available",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/available",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.pending !== undefined){
let data4 = data.pending;
if(typeof data4 === "string"){
if(func2(data4) > 40){
const err16 = {instancePath:instancePath+"/pending",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern10.test(data4)){
const err17 = {instancePath:instancePath+"/pending",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/pending",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.cashable !== undefined){
let data5 = data.cashable;
if(typeof data5 === "string"){
if(func2(data5) > 40){
const err19 = {instancePath:instancePath+"/cashable",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!pattern10.test(data5)){
const err20 = {instancePath:instancePath+"/cashable",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/cashable",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.as_of !== undefined){
let data6 = data.as_of;
if(typeof data6 === "string"){
if(!pattern11.test(data6)){
const err22 = {instancePath:instancePath+"/as_of",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!(formats0.validate(data6))){
const err23 = {instancePath:instancePath+"/as_of",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/as_of",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate180.errors = vErrors;
return errors === 0;
}
validate180.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWalletCreate = validate181;
const schema412 = {"type":"object","additionalProperties":false,"required":["asset"],"properties":{"asset":{"$ref":"../common.json#/$defs/AssetInput"},"acknowledge_price_risk":{"type":"boolean"},"metadata":{"$ref":"../common.json#/$defs/Metadata"}}};
const schema413 = {"enum":["svc-points","svc-coin"]};

function validate181(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate181.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.asset === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "asset"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "asset") || (key0 === "acknowledge_price_risk")) || (key0 === "metadata"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.asset !== undefined){
let data0 = data.asset;
if(!((data0 === "svc-points") || (data0 === "svc-coin"))){
const err2 = {instancePath:instancePath+"/asset",schemaPath:"../common.json#/$defs/AssetInput/enum",keyword:"enum",params:{allowedValues: schema413.enum}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.acknowledge_price_risk !== undefined){
if(typeof data.acknowledge_price_risk !== "boolean"){
const err3 = {instancePath:instancePath+"/acknowledge_price_risk",schemaPath:"#/properties/acknowledge_price_risk/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.metadata !== undefined){
let data2 = data.metadata;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 50){
const err4 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 50}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key1 in data2){
const _errs9 = errors;
if(typeof key1 === "string"){
if(func2(key1) > 40){
const err5 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},propertyName:key1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var valid3 = _errs9 === errors;
if(!valid3){
const err6 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key1}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
for(const key2 in data2){
let data3 = data2[key2];
if(typeof data3 === "string"){
if(func2(data3) > 500){
const err7 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern12.test(data3)){
const err8 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"../common.json#/$defs/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/metadata",schemaPath:"../common.json#/$defs/Metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate181.errors = vErrors;
return errors === 0;
}
validate181.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWalletHistoryEntry = validate182;
const schema415 = {"type":"object","additionalProperties":false,"required":["id","object","wallet_id","transfer_id","bucket","amount","balance_after","description","created_at"],"properties":{"id":{"$ref":"../common.json#/$defs/WalletHistoryEntryId"},"object":{"const":"wallet_history_entry"},"wallet_id":{"$ref":"../common.json#/$defs/WalletId"},"transfer_id":{"anyOf":[{"$ref":"../common.json#/$defs/TransferId"},{"type":"null"}]},"bucket":{"$ref":"#/$defs/WalletBucket"},"amount":{"$ref":"../common.json#/$defs/SignedAmount"},"balance_after":{"$ref":"../common.json#/$defs/Amount"},"description":{"type":"string"},"created_at":{"$ref":"../common.json#/$defs/Timestamp"}}};
const schema416 = {"type":"string","pattern":"^whe_[0-9a-hjkmnp-tv-z]{26}$"};
const schema419 = {"enum":["available","pending","cashable"]};
const schema420 = {"type":"string","maxLength":40,"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$"};
const pattern221 = new RegExp("^whe_[0-9a-hjkmnp-tv-z]{26}$", "u");
const pattern224 = new RegExp("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$", "u");

function validate182(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate182.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.wallet_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "wallet_id"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.transfer_id === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transfer_id"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.bucket === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bucket"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.amount === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.balance_after === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "balance_after"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.description === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "description"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.created_at === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema415.properties, key0))){
const err9 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern221.test(data0)){
const err10 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/WalletHistoryEntryId/pattern",keyword:"pattern",params:{pattern: "^whe_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/WalletHistoryEntryId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.object !== undefined){
if("wallet_history_entry" !== data.object){
const err12 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "wallet_history_entry"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.wallet_id !== undefined){
let data2 = data.wallet_id;
if(typeof data2 === "string"){
if(!pattern7.test(data2)){
const err13 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/WalletId/pattern",keyword:"pattern",params:{pattern: "^wal_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/wallet_id",schemaPath:"../common.json#/$defs/WalletId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.transfer_id !== undefined){
let data3 = data.transfer_id;
const _errs10 = errors;
let valid3 = false;
const _errs11 = errors;
if(typeof data3 === "string"){
if(!pattern20.test(data3)){
const err15 = {instancePath:instancePath+"/transfer_id",schemaPath:"../common.json#/$defs/TransferId/pattern",keyword:"pattern",params:{pattern: "^trf_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/transfer_id",schemaPath:"../common.json#/$defs/TransferId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var _valid0 = _errs11 === errors;
valid3 = valid3 || _valid0;
const _errs14 = errors;
if(data3 !== null){
const err17 = {instancePath:instancePath+"/transfer_id",schemaPath:"#/properties/transfer_id/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
var _valid0 = _errs14 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err18 = {instancePath:instancePath+"/transfer_id",schemaPath:"#/properties/transfer_id/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
else {
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
}
}
if(data.bucket !== undefined){
let data4 = data.bucket;
if(!(((data4 === "available") || (data4 === "pending")) || (data4 === "cashable"))){
const err19 = {instancePath:instancePath+"/bucket",schemaPath:"#/$defs/WalletBucket/enum",keyword:"enum",params:{allowedValues: schema419.enum}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.amount !== undefined){
let data5 = data.amount;
if(typeof data5 === "string"){
if(func2(data5) > 40){
const err20 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/SignedAmount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!pattern224.test(data5)){
const err21 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/SignedAmount/pattern",keyword:"pattern",params:{pattern: "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/amount",schemaPath:"../common.json#/$defs/SignedAmount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.balance_after !== undefined){
let data6 = data.balance_after;
if(typeof data6 === "string"){
if(func2(data6) > 40){
const err23 = {instancePath:instancePath+"/balance_after",schemaPath:"../common.json#/$defs/Amount/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!pattern10.test(data6)){
const err24 = {instancePath:instancePath+"/balance_after",schemaPath:"../common.json#/$defs/Amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/balance_after",schemaPath:"../common.json#/$defs/Amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.description !== undefined){
if(typeof data.description !== "string"){
const err26 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.created_at !== undefined){
let data8 = data.created_at;
if(typeof data8 === "string"){
if(!pattern11.test(data8)){
const err27 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(!(formats0.validate(data8))){
const err28 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
validate182.errors = vErrors;
return errors === 0;
}
validate182.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWalletHistoryEntryPage = validate183;
const schema423 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/WalletHistoryEntry"}},"has_more":{"type":"boolean"}}};

function validate183(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate183.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate182(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate182.errors : vErrors.concat(validate182.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate183.errors = vErrors;
return errors === 0;
}
validate183.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWalletHistoryQuery = validate185;
const schema424 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64},"created_after":{"$ref":"../common.json#/$defs/QueryTime"},"created_before":{"$ref":"../common.json#/$defs/QueryTime"}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate185(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate185.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before")) || (key0 === "created_after")) || (key0 === "created_before"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.created_after !== undefined){
let data3 = data.created_after;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err10 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern16.test(data3)){
const err11 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(formats0.validate(data3))){
const err12 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/created_after",schemaPath:"../common.json#/$defs/QueryTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.created_before !== undefined){
let data4 = data.created_before;
if(typeof data4 === "string"){
if(func2(data4) > 40){
const err14 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/maxLength",keyword:"maxLength",params:{limit: 40}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern16.test(data4)){
const err15 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(formats0.validate(data4))){
const err16 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/created_before",schemaPath:"../common.json#/$defs/QueryTime/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err18 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
}
else {
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate185.errors = vErrors;
return errors === 0;
}
validate185.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWalletListQuery = validate186;
const schema427 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64},"asset":{"$ref":"../common.json#/$defs/AssetInput"}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate186(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate186.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before")) || (key0 === "asset"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.asset !== undefined){
let data3 = data.asset;
if(!((data3 === "svc-points") || (data3 === "svc-coin"))){
const err10 = {instancePath:instancePath+"/asset",schemaPath:"../common.json#/$defs/AssetInput/enum",keyword:"enum",params:{allowedValues: schema413.enum}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err11 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate186.errors = vErrors;
return errors === 0;
}
validate186.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWalletPage = validate187;
const schema429 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/Wallet"}},"has_more":{"type":"boolean"}}};

function validate187(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate187.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate177(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate177.errors : vErrors.concat(validate177.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate187.errors = vErrors;
return errors === 0;
}
validate187.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWebhookEndpoint = validate189;

function validate189(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate189.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.object === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.url === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.status === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.event_types === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "event_types"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.description === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "description"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.public_key_pem === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "public_key_pem"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.version === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.created_at === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema244.properties, key0))){
const err9 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern125.test(data0)){
const err10 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/WebhookEndpointId/pattern",keyword:"pattern",params:{pattern: "^we_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/id",schemaPath:"../common.json#/$defs/WebhookEndpointId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.object !== undefined){
if("webhook_endpoint" !== data.object){
const err12 = {instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "webhook_endpoint"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.url !== undefined){
if(typeof data.url !== "string"){
const err13 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.status !== undefined){
let data3 = data.status;
if(!((data3 === "enabled") || (data3 === "disabled"))){
const err14 = {instancePath:instancePath+"/status",schemaPath:"#/$defs/WebhookEndpointStatus/enum",keyword:"enum",params:{allowedValues: schema246.enum}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.event_types !== undefined){
let data4 = data.event_types;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(typeof data4[i0] !== "string"){
const err15 = {instancePath:instancePath+"/event_types/" + i0,schemaPath:"#/properties/event_types/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.description !== undefined){
let data6 = data.description;
const _errs15 = errors;
let valid5 = false;
const _errs16 = errors;
if(typeof data6 !== "string"){
const err17 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid5 = valid5 || _valid0;
const _errs18 = errors;
if(data6 !== null){
const err18 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid0 = _errs18 === errors;
valid5 = valid5 || _valid0;
if(!valid5){
const err19 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
errors = _errs15;
if(vErrors !== null){
if(_errs15){
vErrors.length = _errs15;
}
else {
vErrors = null;
}
}
}
}
if(data.public_key_pem !== undefined){
if(typeof data.public_key_pem !== "string"){
const err20 = {instancePath:instancePath+"/public_key_pem",schemaPath:"#/properties/public_key_pem/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.version !== undefined){
let data8 = data.version;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err21 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 1 || isNaN(data8)){
const err22 = {instancePath:instancePath+"/version",schemaPath:"../common.json#/$defs/Version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data.created_at !== undefined){
let data9 = data.created_at;
if(typeof data9 === "string"){
if(!pattern11.test(data9)){
const err23 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!(formats0.validate(data9))){
const err24 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/created_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate189.errors = vErrors;
return errors === 0;
}
validate189.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWebhookEndpointCreate = validate190;
const schema435 = {"type":"object","additionalProperties":false,"required":["url"],"properties":{"url":{"type":"string","minLength":1,"maxLength":2048,"format":"uri","pattern":"^https?://"},"event_types":{"type":"array","maxItems":50,"items":{"$ref":"event.json#/$defs/PublicEventType"}},"description":{"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}}};

function validate190(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate190.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.url === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "url") || (key0 === "event_types")) || (key0 === "description"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(func2(data0) > 2048){
const err2 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern65.test(data0)){
const err4 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "^https?://"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!(formats2(data0))){
const err5 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/format",keyword:"format",params:{format: "uri"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.event_types !== undefined){
let data1 = data.event_types;
if(Array.isArray(data1)){
if(data1.length > 50){
const err7 = {instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/maxItems",keyword:"maxItems",params:{limit: 50}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(!(((((((((((data2 === "user.created") || (data2 === "user.kyc_status_changed")) || (data2 === "user.terms_status_changed")) || (data2 === "user.deactivated")) || (data2 === "transfer.created")) || (data2 === "transfer.state_changed")) || (data2 === "deposit.received")) || (data2 === "deposit.returned")) || (data2 === "payout.returned")) || (data2 === "deposit_account.deactivated")) || (data2 === "webhook_endpoint.test"))){
const err8 = {instancePath:instancePath+"/event_types/" + i0,schemaPath:"event.json#/$defs/PublicEventType/enum",keyword:"enum",params:{allowedValues: schema192.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.description !== undefined){
let data3 = data.description;
if(typeof data3 === "string"){
if(func2(data3) > 500){
const err10 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func2(data3) < 1){
const err11 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern31.test(data3)){
const err12 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate190.errors = vErrors;
return errors === 0;
}
validate190.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWebhookEndpointListQuery = validate191;
const schema437 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":10},"starting_after":{"type":"string","minLength":1,"maxLength":64},"ending_before":{"type":"string","minLength":1,"maxLength":64}},"dependentSchemas":{"starting_after":{"properties":{"ending_before":false}}}};

function validate191(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate191.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "limit") || (key0 === "starting_after")) || (key0 === "ending_before"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.limit !== undefined){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.starting_after !== undefined){
let data1 = data.starting_after;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err4 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ending_before !== undefined){
let data2 = data.ending_before;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err7 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/ending_before",schemaPath:"#/properties/ending_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.starting_after !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ending_before !== undefined){
const err10 = {instancePath:instancePath+"/ending_before",schemaPath:"#/dependentSchemas/starting_after/properties/ending_before/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate191.errors = vErrors;
return errors === 0;
}
validate191.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWebhookEndpointPage = validate192;
const schema438 = {"type":"object","additionalProperties":false,"required":["data","has_more"],"properties":{"data":{"type":"array","items":{"$ref":"#/$defs/WebhookEndpoint"}},"has_more":{"type":"boolean"}}};

function validate192(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate192.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.data === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.has_more === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "has_more"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "data") || (key0 === "has_more"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data0 = data.data;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate189(data0[i0], {instancePath:instancePath+"/data/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate189.errors : vErrors.concat(validate189.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.has_more !== undefined){
if(typeof data.has_more !== "boolean"){
const err4 = {instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate192.errors = vErrors;
return errors === 0;
}
validate192.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWebhookEndpointTest = validate194;
const schema439 = {"type":"object","additionalProperties":false,"required":["delivery","endpoint"],"properties":{"delivery":{"$ref":"#/$defs/Delivery"},"endpoint":{"$ref":"#/$defs/WebhookEndpoint"}}};
const schema440 = {"type":"object","additionalProperties":false,"required":["event_id","webhook_endpoint_id","attempt","succeeded","response_status","error","attempted_at"],"properties":{"event_id":{"$ref":"../common.json#/$defs/EventId"},"webhook_endpoint_id":{"$ref":"../common.json#/$defs/WebhookEndpointId"},"attempt":{"type":"integer","minimum":1},"succeeded":{"type":"boolean"},"response_status":{"anyOf":[{"type":"integer"},{"type":"null"}]},"error":{"anyOf":[{"type":"string"},{"type":"null"}]},"attempted_at":{"$ref":"../common.json#/$defs/Timestamp"}}};

function validate195(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate195.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.event_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "event_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.webhook_endpoint_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "webhook_endpoint_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.attempt === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "attempt"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.succeeded === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "succeeded"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.response_status === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "response_status"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.error === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "error"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.attempted_at === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "attempted_at"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "event_id") || (key0 === "webhook_endpoint_id")) || (key0 === "attempt")) || (key0 === "succeeded")) || (key0 === "response_status")) || (key0 === "error")) || (key0 === "attempted_at"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.event_id !== undefined){
let data0 = data.event_id;
if(typeof data0 === "string"){
if(!pattern90.test(data0)){
const err8 = {instancePath:instancePath+"/event_id",schemaPath:"../common.json#/$defs/EventId/pattern",keyword:"pattern",params:{pattern: "^evt_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/event_id",schemaPath:"../common.json#/$defs/EventId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.webhook_endpoint_id !== undefined){
let data1 = data.webhook_endpoint_id;
if(typeof data1 === "string"){
if(!pattern125.test(data1)){
const err10 = {instancePath:instancePath+"/webhook_endpoint_id",schemaPath:"../common.json#/$defs/WebhookEndpointId/pattern",keyword:"pattern",params:{pattern: "^we_[0-9a-hjkmnp-tv-z]{26}$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/webhook_endpoint_id",schemaPath:"../common.json#/$defs/WebhookEndpointId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.attempt !== undefined){
let data2 = data.attempt;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err12 = {instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 1 || isNaN(data2)){
const err13 = {instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data.succeeded !== undefined){
if(typeof data.succeeded !== "boolean"){
const err14 = {instancePath:instancePath+"/succeeded",schemaPath:"#/properties/succeeded/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.response_status !== undefined){
let data4 = data.response_status;
const _errs13 = errors;
let valid3 = false;
const _errs14 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err15 = {instancePath:instancePath+"/response_status",schemaPath:"#/properties/response_status/anyOf/0/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var _valid0 = _errs14 === errors;
valid3 = valid3 || _valid0;
const _errs16 = errors;
if(data4 !== null){
const err16 = {instancePath:instancePath+"/response_status",schemaPath:"#/properties/response_status/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err17 = {instancePath:instancePath+"/response_status",schemaPath:"#/properties/response_status/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
else {
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
}
}
if(data.error !== undefined){
let data5 = data.error;
const _errs19 = errors;
let valid4 = false;
const _errs20 = errors;
if(typeof data5 !== "string"){
const err18 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid1 = _errs20 === errors;
valid4 = valid4 || _valid1;
const _errs22 = errors;
if(data5 !== null){
const err19 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
var _valid1 = _errs22 === errors;
valid4 = valid4 || _valid1;
if(!valid4){
const err20 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
else {
errors = _errs19;
if(vErrors !== null){
if(_errs19){
vErrors.length = _errs19;
}
else {
vErrors = null;
}
}
}
}
if(data.attempted_at !== undefined){
let data6 = data.attempted_at;
if(typeof data6 === "string"){
if(!pattern11.test(data6)){
const err21 = {instancePath:instancePath+"/attempted_at",schemaPath:"../common.json#/$defs/Timestamp/pattern",keyword:"pattern",params:{pattern: "Z$"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!(formats0.validate(data6))){
const err22 = {instancePath:instancePath+"/attempted_at",schemaPath:"../common.json#/$defs/Timestamp/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/attempted_at",schemaPath:"../common.json#/$defs/Timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate195.errors = vErrors;
return errors === 0;
}
validate195.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate194(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate194.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.delivery === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "delivery"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.endpoint === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "endpoint"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "delivery") || (key0 === "endpoint"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.delivery !== undefined){
if(!(validate195(data.delivery, {instancePath:instancePath+"/delivery",parentData:data,parentDataProperty:"delivery",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate195.errors : vErrors.concat(validate195.errors);
errors = vErrors.length;
}
}
if(data.endpoint !== undefined){
if(!(validate189(data.endpoint, {instancePath:instancePath+"/endpoint",parentData:data,parentDataProperty:"endpoint",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate189.errors : vErrors.concat(validate189.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate194.errors = vErrors;
return errors === 0;
}
validate194.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateWebhookEndpointUpdate = validate198;
const schema444 = {"type":"object","additionalProperties":false,"required":[],"properties":{"url":{"type":"string","minLength":1,"maxLength":2048,"format":"uri","pattern":"^https?://"},"event_types":{"type":"array","maxItems":50,"items":{"$ref":"event.json#/$defs/PublicEventType"}},"status":{"$ref":"#/$defs/WebhookEndpointStatus"},"description":{"anyOf":[{"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"},{"type":"null"}]}}};

function validate198(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate198.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "url") || (key0 === "event_types")) || (key0 === "status")) || (key0 === "description"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(func2(data0) > 2048){
const err1 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern65.test(data0)){
const err3 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "^https?://"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!(formats2(data0))){
const err4 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/format",keyword:"format",params:{format: "uri"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.event_types !== undefined){
let data1 = data.event_types;
if(Array.isArray(data1)){
if(data1.length > 50){
const err6 = {instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/maxItems",keyword:"maxItems",params:{limit: 50}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(!(((((((((((data2 === "user.created") || (data2 === "user.kyc_status_changed")) || (data2 === "user.terms_status_changed")) || (data2 === "user.deactivated")) || (data2 === "transfer.created")) || (data2 === "transfer.state_changed")) || (data2 === "deposit.received")) || (data2 === "deposit.returned")) || (data2 === "payout.returned")) || (data2 === "deposit_account.deactivated")) || (data2 === "webhook_endpoint.test"))){
const err7 = {instancePath:instancePath+"/event_types/" + i0,schemaPath:"event.json#/$defs/PublicEventType/enum",keyword:"enum",params:{allowedValues: schema192.enum}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.status !== undefined){
let data3 = data.status;
if(!((data3 === "enabled") || (data3 === "disabled"))){
const err9 = {instancePath:instancePath+"/status",schemaPath:"#/$defs/WebhookEndpointStatus/enum",keyword:"enum",params:{allowedValues: schema246.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.description !== undefined){
let data4 = data.description;
const _errs11 = errors;
let valid5 = false;
const _errs12 = errors;
if(typeof data4 === "string"){
if(func2(data4) > 500){
const err10 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/anyOf/0/maxLength",keyword:"maxLength",params:{limit: 500}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func2(data4) < 1){
const err11 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/anyOf/0/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern31.test(data4)){
const err12 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/anyOf/0/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid5 = valid5 || _valid0;
const _errs14 = errors;
if(data4 !== null){
const err14 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var _valid0 = _errs14 === errors;
valid5 = valid5 || _valid0;
if(!valid5){
const err15 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate198.errors = vErrors;
return errors === 0;
}
validate198.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateEventMetadata = validate199;
const schema447 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"EventMetadata","type":"object","additionalProperties":false,"required":["schema_version","time","actor","request_id","hash"],"properties":{"schema_version":{"type":"integer","minimum":1},"time":{"type":"string"},"actor":{"type":"string"},"request_id":{"type":"string"},"reason":{"type":"string"},"idempotency":{"type":"object","title":"IdempotencyRecord","additionalProperties":false,"required":["key","fingerprint","status","events"],"properties":{"key":{"type":"string"},"fingerprint":{"type":"string"},"status":{"type":"integer"},"events":{"type":"integer"},"answer":{"type":"string"},"sealed_answer":{"type":"string"}}},"hash":{"type":"string","pattern":"^[0-9a-f]{64}$"}}};
const pattern238 = new RegExp("^[0-9a-f]{64}$", "u");

function validate199(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate199.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.schema_version === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "schema_version"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.time === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "time"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.actor === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "actor"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.request_id === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "request_id"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.hash === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "hash"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "schema_version") || (key0 === "time")) || (key0 === "actor")) || (key0 === "request_id")) || (key0 === "reason")) || (key0 === "idempotency")) || (key0 === "hash"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.schema_version !== undefined){
let data0 = data.schema_version;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err6 = {instancePath:instancePath+"/schema_version",schemaPath:"#/properties/schema_version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 1 || isNaN(data0)){
const err7 = {instancePath:instancePath+"/schema_version",schemaPath:"#/properties/schema_version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data.time !== undefined){
if(typeof data.time !== "string"){
const err8 = {instancePath:instancePath+"/time",schemaPath:"#/properties/time/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.actor !== undefined){
if(typeof data.actor !== "string"){
const err9 = {instancePath:instancePath+"/actor",schemaPath:"#/properties/actor/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.request_id !== undefined){
if(typeof data.request_id !== "string"){
const err10 = {instancePath:instancePath+"/request_id",schemaPath:"#/properties/request_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.reason !== undefined){
if(typeof data.reason !== "string"){
const err11 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.idempotency !== undefined){
let data5 = data.idempotency;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.key === undefined){
const err12 = {instancePath:instancePath+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty: "key"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data5.fingerprint === undefined){
const err13 = {instancePath:instancePath+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty: "fingerprint"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data5.status === undefined){
const err14 = {instancePath:instancePath+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data5.events === undefined){
const err15 = {instancePath:instancePath+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty: "events"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
for(const key1 in data5){
if(!((((((key1 === "key") || (key1 === "fingerprint")) || (key1 === "status")) || (key1 === "events")) || (key1 === "answer")) || (key1 === "sealed_answer"))){
const err16 = {instancePath:instancePath+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data5.key !== undefined){
if(typeof data5.key !== "string"){
const err17 = {instancePath:instancePath+"/idempotency/key",schemaPath:"#/properties/idempotency/properties/key/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data5.fingerprint !== undefined){
if(typeof data5.fingerprint !== "string"){
const err18 = {instancePath:instancePath+"/idempotency/fingerprint",schemaPath:"#/properties/idempotency/properties/fingerprint/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data5.status !== undefined){
let data8 = data5.status;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err19 = {instancePath:instancePath+"/idempotency/status",schemaPath:"#/properties/idempotency/properties/status/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data5.events !== undefined){
let data9 = data5.events;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err20 = {instancePath:instancePath+"/idempotency/events",schemaPath:"#/properties/idempotency/properties/events/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data5.answer !== undefined){
if(typeof data5.answer !== "string"){
const err21 = {instancePath:instancePath+"/idempotency/answer",schemaPath:"#/properties/idempotency/properties/answer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data5.sealed_answer !== undefined){
if(typeof data5.sealed_answer !== "string"){
const err22 = {instancePath:instancePath+"/idempotency/sealed_answer",schemaPath:"#/properties/idempotency/properties/sealed_answer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/idempotency",schemaPath:"#/properties/idempotency/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.hash !== undefined){
let data12 = data.hash;
if(typeof data12 === "string"){
if(!pattern238.test(data12)){
const err24 = {instancePath:instancePath+"/hash",schemaPath:"#/properties/hash/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/hash",schemaPath:"#/properties/hash/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate199.errors = vErrors;
return errors === 0;
}
validate199.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$deposit$arrived = validate200;
const schema448 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"DepositArrived","type":"object","additionalProperties":false,"required":["deposit_id","transfer_id","amount_received","currency","rail","rate","rail_reference"],"properties":{"deposit_id":{"type":"string"},"transfer_id":{"type":"string"},"deposit_account_id":{"type":"string"},"amount_received":{"type":"string"},"currency":{"type":"string"},"rail":{"type":"string"},"rate":{"type":"string"},"rail_reference":{"type":"string"}}};

function validate200(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate200.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.deposit_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deposit_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.transfer_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transfer_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.amount_received === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount_received"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.currency === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.rail === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.rate === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rate"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.rail_reference === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rail_reference"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!((((((((key0 === "deposit_id") || (key0 === "transfer_id")) || (key0 === "deposit_account_id")) || (key0 === "amount_received")) || (key0 === "currency")) || (key0 === "rail")) || (key0 === "rate")) || (key0 === "rail_reference"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.deposit_id !== undefined){
if(typeof data.deposit_id !== "string"){
const err8 = {instancePath:instancePath+"/deposit_id",schemaPath:"#/properties/deposit_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.transfer_id !== undefined){
if(typeof data.transfer_id !== "string"){
const err9 = {instancePath:instancePath+"/transfer_id",schemaPath:"#/properties/transfer_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.deposit_account_id !== undefined){
if(typeof data.deposit_account_id !== "string"){
const err10 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"#/properties/deposit_account_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.amount_received !== undefined){
if(typeof data.amount_received !== "string"){
const err11 = {instancePath:instancePath+"/amount_received",schemaPath:"#/properties/amount_received/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.currency !== undefined){
if(typeof data.currency !== "string"){
const err12 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.rail !== undefined){
if(typeof data.rail !== "string"){
const err13 = {instancePath:instancePath+"/rail",schemaPath:"#/properties/rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.rate !== undefined){
if(typeof data.rate !== "string"){
const err14 = {instancePath:instancePath+"/rate",schemaPath:"#/properties/rate/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.rail_reference !== undefined){
if(typeof data.rail_reference !== "string"){
const err15 = {instancePath:instancePath+"/rail_reference",schemaPath:"#/properties/rail_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate200.errors = vErrors;
return errors === 0;
}
validate200.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$deposit$sent_back = validate201;
const schema449 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"DepositSentBack","type":"object","additionalProperties":false,"required":["deposit_id","transfer_id","reason"],"properties":{"deposit_id":{"type":"string"},"transfer_id":{"type":"string"},"reason":{"$ref":"parts.v1.json#/$defs/reason"}}};
const schema451 = {"type":"object","additionalProperties":false,"required":["code","message"],"properties":{"code":{"type":"string"},"message":{"type":"string"}},"title":"Reason"};

function validate201(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate201.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.deposit_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deposit_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.transfer_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transfer_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.reason === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "deposit_id") || (key0 === "transfer_id")) || (key0 === "reason"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.deposit_id !== undefined){
if(typeof data.deposit_id !== "string"){
const err4 = {instancePath:instancePath+"/deposit_id",schemaPath:"#/properties/deposit_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.transfer_id !== undefined){
if(typeof data.transfer_id !== "string"){
const err5 = {instancePath:instancePath+"/transfer_id",schemaPath:"#/properties/transfer_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.reason !== undefined){
let data2 = data.reason;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.code === undefined){
const err6 = {instancePath:instancePath+"/reason",schemaPath:"parts.v1.json#/$defs/reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2.message === undefined){
const err7 = {instancePath:instancePath+"/reason",schemaPath:"parts.v1.json#/$defs/reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key1 in data2){
if(!((key1 === "code") || (key1 === "message"))){
const err8 = {instancePath:instancePath+"/reason",schemaPath:"parts.v1.json#/$defs/reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data2.code !== undefined){
if(typeof data2.code !== "string"){
const err9 = {instancePath:instancePath+"/reason/code",schemaPath:"parts.v1.json#/$defs/reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data2.message !== undefined){
if(typeof data2.message !== "string"){
const err10 = {instancePath:instancePath+"/reason/message",schemaPath:"parts.v1.json#/$defs/reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/reason",schemaPath:"parts.v1.json#/$defs/reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate201.errors = vErrors;
return errors === 0;
}
validate201.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$deposit_account$deactivated = validate203;
const schema452 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"DepositAccountDeactivated","type":"object","additionalProperties":false,"required":["deposit_account_id"],"properties":{"deposit_account_id":{"type":"string"}}};

function validate203(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate203.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.deposit_account_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deposit_account_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "deposit_account_id")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.deposit_account_id !== undefined){
if(typeof data.deposit_account_id !== "string"){
const err2 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"#/properties/deposit_account_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate203.errors = vErrors;
return errors === 0;
}
validate203.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$deposit_account$opened = validate204;
const schema453 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"DepositAccountOpened","type":"object","additionalProperties":false,"required":["deposit_account_id","user_id","source","destination","deposit_instructions","metadata"],"properties":{"deposit_account_id":{"type":"string"},"user_id":{"type":"string"},"source":{"type":"object","additionalProperties":false,"required":["currency","rail"],"properties":{"currency":{"type":"string"},"rail":{"type":"string"}}},"destination":{"type":"object","additionalProperties":false,"required":["wallet_id","asset"],"properties":{"wallet_id":{"type":"string"},"asset":{"type":"string"}}},"deposit_instructions":{"$ref":"parts.v1.json#/$defs/deposit_instructions"},"provider_reference":{"type":"string"},"metadata":{"$ref":"parts.v1.json#/$defs/metadata"}}};
const schema454 = {"type":"object","additionalProperties":false,"required":["type","currency","rail","reference"],"properties":{"type":{"enum":["bank","mobile_money","emailpay"]},"currency":{"type":"string"},"rail":{"type":"string"},"bank_name":{"type":"string"},"bank_address":{"type":"string"},"account_name":{"type":"string"},"account_number":{"type":"string"},"routing_code":{"type":"string"},"swift_bic":{"type":"string"},"reference":{"type":"string"},"amount":{"type":"string"},"expires_at":{"type":"string"},"provider":{"type":"string"},"merchant_code":{"type":"string"},"phone_number":{"type":"string"},"approval_url":{"type":"string"}},"title":"Instructions"};
const schema455 = {"type":"object","additionalProperties":{"type":"string"},"title":"Metadata"};

function validate204(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate204.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.deposit_account_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deposit_account_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.user_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.source === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.destination === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.deposit_instructions === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deposit_instructions"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.metadata === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "deposit_account_id") || (key0 === "user_id")) || (key0 === "source")) || (key0 === "destination")) || (key0 === "deposit_instructions")) || (key0 === "provider_reference")) || (key0 === "metadata"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.deposit_account_id !== undefined){
if(typeof data.deposit_account_id !== "string"){
const err7 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"#/properties/deposit_account_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.user_id !== undefined){
if(typeof data.user_id !== "string"){
const err8 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.source !== undefined){
let data2 = data.source;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.currency === undefined){
const err9 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data2.rail === undefined){
const err10 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key1 in data2){
if(!((key1 === "currency") || (key1 === "rail"))){
const err11 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data2.currency !== undefined){
if(typeof data2.currency !== "string"){
const err12 = {instancePath:instancePath+"/source/currency",schemaPath:"#/properties/source/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data2.rail !== undefined){
if(typeof data2.rail !== "string"){
const err13 = {instancePath:instancePath+"/source/rail",schemaPath:"#/properties/source/properties/rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.destination !== undefined){
let data5 = data.destination;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.wallet_id === undefined){
const err15 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/required",keyword:"required",params:{missingProperty: "wallet_id"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data5.asset === undefined){
const err16 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/required",keyword:"required",params:{missingProperty: "asset"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
for(const key2 in data5){
if(!((key2 === "wallet_id") || (key2 === "asset"))){
const err17 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data5.wallet_id !== undefined){
if(typeof data5.wallet_id !== "string"){
const err18 = {instancePath:instancePath+"/destination/wallet_id",schemaPath:"#/properties/destination/properties/wallet_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data5.asset !== undefined){
if(typeof data5.asset !== "string"){
const err19 = {instancePath:instancePath+"/destination/asset",schemaPath:"#/properties/destination/properties/asset/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.deposit_instructions !== undefined){
let data8 = data.deposit_instructions;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.type === undefined){
const err21 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"parts.v1.json#/$defs/deposit_instructions/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data8.currency === undefined){
const err22 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"parts.v1.json#/$defs/deposit_instructions/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data8.rail === undefined){
const err23 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"parts.v1.json#/$defs/deposit_instructions/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data8.reference === undefined){
const err24 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"parts.v1.json#/$defs/deposit_instructions/required",keyword:"required",params:{missingProperty: "reference"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
for(const key3 in data8){
if(!(func1.call(schema454.properties, key3))){
const err25 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"parts.v1.json#/$defs/deposit_instructions/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data8.type !== undefined){
let data9 = data8.type;
if(!(((data9 === "bank") || (data9 === "mobile_money")) || (data9 === "emailpay"))){
const err26 = {instancePath:instancePath+"/deposit_instructions/type",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/type/enum",keyword:"enum",params:{allowedValues: schema454.properties.type.enum}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data8.currency !== undefined){
if(typeof data8.currency !== "string"){
const err27 = {instancePath:instancePath+"/deposit_instructions/currency",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data8.rail !== undefined){
if(typeof data8.rail !== "string"){
const err28 = {instancePath:instancePath+"/deposit_instructions/rail",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data8.bank_name !== undefined){
if(typeof data8.bank_name !== "string"){
const err29 = {instancePath:instancePath+"/deposit_instructions/bank_name",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/bank_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data8.bank_address !== undefined){
if(typeof data8.bank_address !== "string"){
const err30 = {instancePath:instancePath+"/deposit_instructions/bank_address",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/bank_address/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data8.account_name !== undefined){
if(typeof data8.account_name !== "string"){
const err31 = {instancePath:instancePath+"/deposit_instructions/account_name",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/account_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data8.account_number !== undefined){
if(typeof data8.account_number !== "string"){
const err32 = {instancePath:instancePath+"/deposit_instructions/account_number",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/account_number/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data8.routing_code !== undefined){
if(typeof data8.routing_code !== "string"){
const err33 = {instancePath:instancePath+"/deposit_instructions/routing_code",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/routing_code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data8.swift_bic !== undefined){
if(typeof data8.swift_bic !== "string"){
const err34 = {instancePath:instancePath+"/deposit_instructions/swift_bic",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/swift_bic/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data8.reference !== undefined){
if(typeof data8.reference !== "string"){
const err35 = {instancePath:instancePath+"/deposit_instructions/reference",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data8.amount !== undefined){
if(typeof data8.amount !== "string"){
const err36 = {instancePath:instancePath+"/deposit_instructions/amount",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data8.expires_at !== undefined){
if(typeof data8.expires_at !== "string"){
const err37 = {instancePath:instancePath+"/deposit_instructions/expires_at",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/expires_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data8.provider !== undefined){
if(typeof data8.provider !== "string"){
const err38 = {instancePath:instancePath+"/deposit_instructions/provider",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/provider/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data8.merchant_code !== undefined){
if(typeof data8.merchant_code !== "string"){
const err39 = {instancePath:instancePath+"/deposit_instructions/merchant_code",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/merchant_code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data8.phone_number !== undefined){
if(typeof data8.phone_number !== "string"){
const err40 = {instancePath:instancePath+"/deposit_instructions/phone_number",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/phone_number/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data8.approval_url !== undefined){
if(typeof data8.approval_url !== "string"){
const err41 = {instancePath:instancePath+"/deposit_instructions/approval_url",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/approval_url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
else {
const err42 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"parts.v1.json#/$defs/deposit_instructions/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.provider_reference !== undefined){
if(typeof data.provider_reference !== "string"){
const err43 = {instancePath:instancePath+"/provider_reference",schemaPath:"#/properties/provider_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data.metadata !== undefined){
let data26 = data.metadata;
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
for(const key4 in data26){
if(typeof data26[key4] !== "string"){
const err44 = {instancePath:instancePath+"/metadata/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"parts.v1.json#/$defs/metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
else {
const err45 = {instancePath:instancePath+"/metadata",schemaPath:"parts.v1.json#/$defs/metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
else {
const err46 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
validate204.errors = vErrors;
return errors === 0;
}
validate204.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$deposit_account$reactivated = validate205;
const schema456 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"DepositAccountReactivated","type":"object","additionalProperties":false,"required":["deposit_account_id"],"properties":{"deposit_account_id":{"type":"string"}}};

function validate205(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate205.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.deposit_account_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deposit_account_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "deposit_account_id")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.deposit_account_id !== undefined){
if(typeof data.deposit_account_id !== "string"){
const err2 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"#/properties/deposit_account_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate205.errors = vErrors;
return errors === 0;
}
validate205.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$identity$submitted = validate206;
const schema457 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"IdentitySubmitted","type":"object","additionalProperties":false,"required":["user_id","sealed"],"properties":{"user_id":{"type":"string"},"sealed":{"type":"string"}}};

function validate206(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate206.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.user_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.sealed === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "sealed"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "user_id") || (key0 === "sealed"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.user_id !== undefined){
if(typeof data.user_id !== "string"){
const err3 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.sealed !== undefined){
if(typeof data.sealed !== "string"){
const err4 = {instancePath:instancePath+"/sealed",schemaPath:"#/properties/sealed/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate206.errors = vErrors;
return errors === 0;
}
validate206.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$offramp$approved = validate207;
const schema458 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"OfframpApproved","type":"object","additionalProperties":false,"required":["transfer_id"],"properties":{"transfer_id":{"type":"string"},"request":{"type":"string"}}};

function validate207(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate207.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.transfer_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transfer_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "transfer_id") || (key0 === "request"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.transfer_id !== undefined){
if(typeof data.transfer_id !== "string"){
const err2 = {instancePath:instancePath+"/transfer_id",schemaPath:"#/properties/transfer_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.request !== undefined){
if(typeof data.request !== "string"){
const err3 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate207.errors = vErrors;
return errors === 0;
}
validate207.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$onboarding_link$completed = validate208;
const schema459 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"OnboardingLinkCompleted","type":"object","additionalProperties":false,"required":["user_id","link"],"properties":{"user_id":{"type":"string"},"link":{"enum":["kyc","terms"]},"terms_sha256":{"type":"string"}}};

function validate208(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate208.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.user_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.link === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "link"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "user_id") || (key0 === "link")) || (key0 === "terms_sha256"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.user_id !== undefined){
if(typeof data.user_id !== "string"){
const err3 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.link !== undefined){
let data1 = data.link;
if(!((data1 === "kyc") || (data1 === "terms"))){
const err4 = {instancePath:instancePath+"/link",schemaPath:"#/properties/link/enum",keyword:"enum",params:{allowedValues: schema459.properties.link.enum}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.terms_sha256 !== undefined){
if(typeof data.terms_sha256 !== "string"){
const err5 = {instancePath:instancePath+"/terms_sha256",schemaPath:"#/properties/terms_sha256/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate208.errors = vErrors;
return errors === 0;
}
validate208.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$onboarding_links$issued = validate209;
const schema460 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"OnboardingLinksIssued","type":"object","additionalProperties":false,"required":["user_id","kyc_token_hash","terms_token_hash","expires_at","redirect_url"],"properties":{"user_id":{"type":"string"},"kyc_token_hash":{"type":"string"},"terms_token_hash":{"type":"string"},"expires_at":{"type":"string"},"redirect_url":{"type":["string","null"]}}};

function validate209(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate209.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.user_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.kyc_token_hash === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kyc_token_hash"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.terms_token_hash === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terms_token_hash"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.expires_at === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expires_at"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.redirect_url === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "redirect_url"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "user_id") || (key0 === "kyc_token_hash")) || (key0 === "terms_token_hash")) || (key0 === "expires_at")) || (key0 === "redirect_url"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.user_id !== undefined){
if(typeof data.user_id !== "string"){
const err6 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.kyc_token_hash !== undefined){
if(typeof data.kyc_token_hash !== "string"){
const err7 = {instancePath:instancePath+"/kyc_token_hash",schemaPath:"#/properties/kyc_token_hash/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.terms_token_hash !== undefined){
if(typeof data.terms_token_hash !== "string"){
const err8 = {instancePath:instancePath+"/terms_token_hash",schemaPath:"#/properties/terms_token_hash/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.expires_at !== undefined){
if(typeof data.expires_at !== "string"){
const err9 = {instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.redirect_url !== undefined){
let data4 = data.redirect_url;
if((typeof data4 !== "string") && (data4 !== null)){
const err10 = {instancePath:instancePath+"/redirect_url",schemaPath:"#/properties/redirect_url/type",keyword:"type",params:{type: schema460.properties.redirect_url.type}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate209.errors = vErrors;
return errors === 0;
}
validate209.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$payout_account$deleted = validate210;
const schema461 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"PayoutAccountDeleted","type":"object","additionalProperties":false,"required":["payout_account_id"],"properties":{"payout_account_id":{"type":"string"}}};

function validate210(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate210.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.payout_account_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "payout_account_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "payout_account_id")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.payout_account_id !== undefined){
if(typeof data.payout_account_id !== "string"){
const err2 = {instancePath:instancePath+"/payout_account_id",schemaPath:"#/properties/payout_account_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate210.errors = vErrors;
return errors === 0;
}
validate210.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$payout_account$name_checked = validate211;
const schema462 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"PayoutAccountNameChecked","type":"object","additionalProperties":false,"required":["payout_account_id","name_check"],"properties":{"payout_account_id":{"type":"string"},"name_check":{"enum":["not_supported","pending","match","partial_match","no_match"]}}};

function validate211(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate211.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.payout_account_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "payout_account_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name_check === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name_check"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "payout_account_id") || (key0 === "name_check"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.payout_account_id !== undefined){
if(typeof data.payout_account_id !== "string"){
const err3 = {instancePath:instancePath+"/payout_account_id",schemaPath:"#/properties/payout_account_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.name_check !== undefined){
let data1 = data.name_check;
if(!(((((data1 === "not_supported") || (data1 === "pending")) || (data1 === "match")) || (data1 === "partial_match")) || (data1 === "no_match"))){
const err4 = {instancePath:instancePath+"/name_check",schemaPath:"#/properties/name_check/enum",keyword:"enum",params:{allowedValues: schema462.properties.name_check.enum}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate211.errors = vErrors;
return errors === 0;
}
validate211.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$payout_account$opened = validate212;
const schema463 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"PayoutAccountOpened","type":"object","additionalProperties":false,"required":["payout_account_id","user_id","type","currency","country","rail","sealed","sealed_details","check_name","metadata"],"properties":{"payout_account_id":{"type":"string"},"user_id":{"type":"string"},"type":{"enum":["bank","mobile_money","emailpay"]},"currency":{"type":"string"},"country":{"type":"string"},"rail":{"type":"string"},"sealed":{"type":"string"},"sealed_details":{"type":"string"},"bank":{"type":"object","additionalProperties":false,"required":["bank_name","account_number_last4","routing_code","swift_bic","account_type"],"properties":{"bank_name":{"type":"string"},"account_number_last4":{"type":"string"},"routing_code":{"type":["string","null"]},"swift_bic":{"type":["string","null"]},"account_type":{"enum":["checking","savings","other",null]}}},"emailpay":{"type":"object","additionalProperties":false,"required":["email_masked","phone_number_last4"],"properties":{"email_masked":{"type":["string","null"]},"phone_number_last4":{"type":["string","null"]}}},"check_name":{"type":"boolean"},"metadata":{"$ref":"parts.v1.json#/$defs/metadata"}}};

function validate212(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate212.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.payout_account_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "payout_account_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.user_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.type === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.currency === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.country === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "country"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.rail === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.sealed === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "sealed"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.sealed_details === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "sealed_details"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.check_name === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "check_name"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.metadata === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema463.properties, key0))){
const err10 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.payout_account_id !== undefined){
if(typeof data.payout_account_id !== "string"){
const err11 = {instancePath:instancePath+"/payout_account_id",schemaPath:"#/properties/payout_account_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.user_id !== undefined){
if(typeof data.user_id !== "string"){
const err12 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.type !== undefined){
let data2 = data.type;
if(!(((data2 === "bank") || (data2 === "mobile_money")) || (data2 === "emailpay"))){
const err13 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema463.properties.type.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.currency !== undefined){
if(typeof data.currency !== "string"){
const err14 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.country !== undefined){
if(typeof data.country !== "string"){
const err15 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.rail !== undefined){
if(typeof data.rail !== "string"){
const err16 = {instancePath:instancePath+"/rail",schemaPath:"#/properties/rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.sealed !== undefined){
if(typeof data.sealed !== "string"){
const err17 = {instancePath:instancePath+"/sealed",schemaPath:"#/properties/sealed/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.sealed_details !== undefined){
if(typeof data.sealed_details !== "string"){
const err18 = {instancePath:instancePath+"/sealed_details",schemaPath:"#/properties/sealed_details/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.bank !== undefined){
let data8 = data.bank;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.bank_name === undefined){
const err19 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/required",keyword:"required",params:{missingProperty: "bank_name"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data8.account_number_last4 === undefined){
const err20 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/required",keyword:"required",params:{missingProperty: "account_number_last4"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data8.routing_code === undefined){
const err21 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/required",keyword:"required",params:{missingProperty: "routing_code"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data8.swift_bic === undefined){
const err22 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/required",keyword:"required",params:{missingProperty: "swift_bic"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data8.account_type === undefined){
const err23 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/required",keyword:"required",params:{missingProperty: "account_type"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
for(const key1 in data8){
if(!(((((key1 === "bank_name") || (key1 === "account_number_last4")) || (key1 === "routing_code")) || (key1 === "swift_bic")) || (key1 === "account_type"))){
const err24 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data8.bank_name !== undefined){
if(typeof data8.bank_name !== "string"){
const err25 = {instancePath:instancePath+"/bank/bank_name",schemaPath:"#/properties/bank/properties/bank_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data8.account_number_last4 !== undefined){
if(typeof data8.account_number_last4 !== "string"){
const err26 = {instancePath:instancePath+"/bank/account_number_last4",schemaPath:"#/properties/bank/properties/account_number_last4/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data8.routing_code !== undefined){
let data11 = data8.routing_code;
if((typeof data11 !== "string") && (data11 !== null)){
const err27 = {instancePath:instancePath+"/bank/routing_code",schemaPath:"#/properties/bank/properties/routing_code/type",keyword:"type",params:{type: schema463.properties.bank.properties.routing_code.type}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data8.swift_bic !== undefined){
let data12 = data8.swift_bic;
if((typeof data12 !== "string") && (data12 !== null)){
const err28 = {instancePath:instancePath+"/bank/swift_bic",schemaPath:"#/properties/bank/properties/swift_bic/type",keyword:"type",params:{type: schema463.properties.bank.properties.swift_bic.type}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data8.account_type !== undefined){
let data13 = data8.account_type;
if(!((((data13 === "checking") || (data13 === "savings")) || (data13 === "other")) || (data13 === null))){
const err29 = {instancePath:instancePath+"/bank/account_type",schemaPath:"#/properties/bank/properties/account_type/enum",keyword:"enum",params:{allowedValues: schema463.properties.bank.properties.account_type.enum}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/bank",schemaPath:"#/properties/bank/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.emailpay !== undefined){
let data14 = data.emailpay;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.email_masked === undefined){
const err31 = {instancePath:instancePath+"/emailpay",schemaPath:"#/properties/emailpay/required",keyword:"required",params:{missingProperty: "email_masked"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data14.phone_number_last4 === undefined){
const err32 = {instancePath:instancePath+"/emailpay",schemaPath:"#/properties/emailpay/required",keyword:"required",params:{missingProperty: "phone_number_last4"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
for(const key2 in data14){
if(!((key2 === "email_masked") || (key2 === "phone_number_last4"))){
const err33 = {instancePath:instancePath+"/emailpay",schemaPath:"#/properties/emailpay/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data14.email_masked !== undefined){
let data15 = data14.email_masked;
if((typeof data15 !== "string") && (data15 !== null)){
const err34 = {instancePath:instancePath+"/emailpay/email_masked",schemaPath:"#/properties/emailpay/properties/email_masked/type",keyword:"type",params:{type: schema463.properties.emailpay.properties.email_masked.type}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data14.phone_number_last4 !== undefined){
let data16 = data14.phone_number_last4;
if((typeof data16 !== "string") && (data16 !== null)){
const err35 = {instancePath:instancePath+"/emailpay/phone_number_last4",schemaPath:"#/properties/emailpay/properties/phone_number_last4/type",keyword:"type",params:{type: schema463.properties.emailpay.properties.phone_number_last4.type}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/emailpay",schemaPath:"#/properties/emailpay/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.check_name !== undefined){
if(typeof data.check_name !== "boolean"){
const err37 = {instancePath:instancePath+"/check_name",schemaPath:"#/properties/check_name/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.metadata !== undefined){
let data18 = data.metadata;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
for(const key3 in data18){
if(typeof data18[key3] !== "string"){
const err38 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"parts.v1.json#/$defs/metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/metadata",schemaPath:"parts.v1.json#/$defs/metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
validate212.errors = vErrors;
return errors === 0;
}
validate212.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const platform$integrator$created = validate213;
const schema465 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"IntegratorCreated","type":"object","additionalProperties":false,"required":["integrator_id","name"],"properties":{"integrator_id":{"type":"string"},"name":{"type":"string"}}};

function validate213(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate213.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.integrator_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "integrator_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "integrator_id") || (key0 === "name"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.integrator_id !== undefined){
if(typeof data.integrator_id !== "string"){
const err3 = {instancePath:instancePath+"/integrator_id",schemaPath:"#/properties/integrator_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate213.errors = vErrors;
return errors === 0;
}
validate213.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const platform$key$expiry_set = validate214;
const schema466 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"KeyExpirySet","type":"object","additionalProperties":false,"required":["key_id","expires_at"],"properties":{"key_id":{"type":"string"},"expires_at":{"type":"string"}}};

function validate214(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate214.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.key_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "key_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.expires_at === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expires_at"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "key_id") || (key0 === "expires_at"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.key_id !== undefined){
if(typeof data.key_id !== "string"){
const err3 = {instancePath:instancePath+"/key_id",schemaPath:"#/properties/key_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.expires_at !== undefined){
if(typeof data.expires_at !== "string"){
const err4 = {instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate214.errors = vErrors;
return errors === 0;
}
validate214.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const platform$key$issued = validate215;
const schema467 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"KeyIssued","type":"object","additionalProperties":false,"required":["key_id","integrator_id","environment","permissions","name","secret_hash","expires_at"],"properties":{"key_id":{"type":"string"},"integrator_id":{"type":"string"},"environment":{"enum":["sandbox","production"]},"permissions":{"enum":["read","read_write"]},"name":{"type":["string","null"]},"secret_hash":{"type":"string"},"expires_at":{"type":["string","null"]},"rotated_from":{"type":"string"}}};

function validate215(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate215.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.key_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "key_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.integrator_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "integrator_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.environment === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environment"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.permissions === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "permissions"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.name === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.secret_hash === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "secret_hash"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.expires_at === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expires_at"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!((((((((key0 === "key_id") || (key0 === "integrator_id")) || (key0 === "environment")) || (key0 === "permissions")) || (key0 === "name")) || (key0 === "secret_hash")) || (key0 === "expires_at")) || (key0 === "rotated_from"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.key_id !== undefined){
if(typeof data.key_id !== "string"){
const err8 = {instancePath:instancePath+"/key_id",schemaPath:"#/properties/key_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.integrator_id !== undefined){
if(typeof data.integrator_id !== "string"){
const err9 = {instancePath:instancePath+"/integrator_id",schemaPath:"#/properties/integrator_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.environment !== undefined){
let data2 = data.environment;
if(!((data2 === "sandbox") || (data2 === "production"))){
const err10 = {instancePath:instancePath+"/environment",schemaPath:"#/properties/environment/enum",keyword:"enum",params:{allowedValues: schema467.properties.environment.enum}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.permissions !== undefined){
let data3 = data.permissions;
if(!((data3 === "read") || (data3 === "read_write"))){
const err11 = {instancePath:instancePath+"/permissions",schemaPath:"#/properties/permissions/enum",keyword:"enum",params:{allowedValues: schema467.properties.permissions.enum}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.name !== undefined){
let data4 = data.name;
if((typeof data4 !== "string") && (data4 !== null)){
const err12 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: schema467.properties.name.type}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.secret_hash !== undefined){
if(typeof data.secret_hash !== "string"){
const err13 = {instancePath:instancePath+"/secret_hash",schemaPath:"#/properties/secret_hash/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.expires_at !== undefined){
let data6 = data.expires_at;
if((typeof data6 !== "string") && (data6 !== null)){
const err14 = {instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/type",keyword:"type",params:{type: schema467.properties.expires_at.type}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.rotated_from !== undefined){
if(typeof data.rotated_from !== "string"){
const err15 = {instancePath:instancePath+"/rotated_from",schemaPath:"#/properties/rotated_from/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate215.errors = vErrors;
return errors === 0;
}
validate215.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const platform$key$revoked = validate216;
const schema468 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"KeyRevoked","type":"object","additionalProperties":false,"required":["key_id"],"properties":{"key_id":{"type":"string"}}};

function validate216(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate216.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.key_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "key_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "key_id")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.key_id !== undefined){
if(typeof data.key_id !== "string"){
const err2 = {instancePath:instancePath+"/key_id",schemaPath:"#/properties/key_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate216.errors = vErrors;
return errors === 0;
}
validate216.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const platform$operator_token$issued = validate217;
const schema469 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"OperatorTokenIssued","type":"object","additionalProperties":false,"required":["token_id","name","role","secret_hash"],"properties":{"token_id":{"type":"string"},"name":{"type":"string"},"role":{"enum":["admin","reviewer","treasury","viewer"]},"secret_hash":{"type":"string"}}};

function validate217(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate217.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.token_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "token_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.role === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "role"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.secret_hash === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "secret_hash"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "token_id") || (key0 === "name")) || (key0 === "role")) || (key0 === "secret_hash"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.token_id !== undefined){
if(typeof data.token_id !== "string"){
const err5 = {instancePath:instancePath+"/token_id",schemaPath:"#/properties/token_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.role !== undefined){
let data2 = data.role;
if(!((((data2 === "admin") || (data2 === "reviewer")) || (data2 === "treasury")) || (data2 === "viewer"))){
const err7 = {instancePath:instancePath+"/role",schemaPath:"#/properties/role/enum",keyword:"enum",params:{allowedValues: schema469.properties.role.enum}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.secret_hash !== undefined){
if(typeof data.secret_hash !== "string"){
const err8 = {instancePath:instancePath+"/secret_hash",schemaPath:"#/properties/secret_hash/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate217.errors = vErrors;
return errors === 0;
}
validate217.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const platform$operator_token$revoked = validate218;
const schema470 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"OperatorTokenRevoked","type":"object","additionalProperties":false,"required":["token_id"],"properties":{"token_id":{"type":"string"}}};

function validate218(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate218.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.token_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "token_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "token_id")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.token_id !== undefined){
if(typeof data.token_id !== "string"){
const err2 = {instancePath:instancePath+"/token_id",schemaPath:"#/properties/token_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate218.errors = vErrors;
return errors === 0;
}
validate218.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const platform$rail$availability_changed = validate219;
const schema471 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"RailAvailabilityChanged","type":"object","additionalProperties":false,"required":["environment","rail","available"],"properties":{"environment":{"enum":["sandbox","production"]},"rail":{"type":"string"},"available":{"type":"boolean"}}};

function validate219(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate219.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.environment === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environment"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.rail === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.available === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "available"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "environment") || (key0 === "rail")) || (key0 === "available"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.environment !== undefined){
let data0 = data.environment;
if(!((data0 === "sandbox") || (data0 === "production"))){
const err4 = {instancePath:instancePath+"/environment",schemaPath:"#/properties/environment/enum",keyword:"enum",params:{allowedValues: schema471.properties.environment.enum}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.rail !== undefined){
if(typeof data.rail !== "string"){
const err5 = {instancePath:instancePath+"/rail",schemaPath:"#/properties/rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.available !== undefined){
if(typeof data.available !== "boolean"){
const err6 = {instancePath:instancePath+"/available",schemaPath:"#/properties/available/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate219.errors = vErrors;
return errors === 0;
}
validate219.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const platform$request$recorded = validate220;
const schema472 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"PlatformRequestRecorded","type":"object","additionalProperties":false,"properties":{}};

function validate220(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate220.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate220.errors = vErrors;
return errors === 0;
}
validate220.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$posting$recorded = validate221;
const schema473 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"PostingRecorded","type":"object","additionalProperties":false,"required":["transfer_id","description","lines"],"properties":{"transfer_id":{"type":["string","null"]},"description":{"type":"string"},"lines":{"type":"array","minItems":2,"items":{"$ref":"parts.v1.json#/$defs/line"}}}};
const schema474 = {"type":"object","title":"Line","additionalProperties":false,"required":["account","bucket","unit","amount","balance_after"],"properties":{"account":{"type":"string"},"bucket":{"enum":["available","pending"]},"unit":{"type":"string"},"amount":{"type":"string","pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$"},"cashable":{"type":"string","pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$"},"balance_after":{"type":"string","pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$"},"cashable_after":{"type":"string","pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$"}}};

function validate221(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate221.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.transfer_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transfer_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.description === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "description"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.lines === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "lines"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "transfer_id") || (key0 === "description")) || (key0 === "lines"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.transfer_id !== undefined){
let data0 = data.transfer_id;
if((typeof data0 !== "string") && (data0 !== null)){
const err4 = {instancePath:instancePath+"/transfer_id",schemaPath:"#/properties/transfer_id/type",keyword:"type",params:{type: schema473.properties.transfer_id.type}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.description !== undefined){
if(typeof data.description !== "string"){
const err5 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.lines !== undefined){
let data2 = data.lines;
if(Array.isArray(data2)){
if(data2.length < 2){
const err6 = {instancePath:instancePath+"/lines",schemaPath:"#/properties/lines/minItems",keyword:"minItems",params:{limit: 2}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.account === undefined){
const err7 = {instancePath:instancePath+"/lines/" + i0,schemaPath:"parts.v1.json#/$defs/line/required",keyword:"required",params:{missingProperty: "account"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3.bucket === undefined){
const err8 = {instancePath:instancePath+"/lines/" + i0,schemaPath:"parts.v1.json#/$defs/line/required",keyword:"required",params:{missingProperty: "bucket"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data3.unit === undefined){
const err9 = {instancePath:instancePath+"/lines/" + i0,schemaPath:"parts.v1.json#/$defs/line/required",keyword:"required",params:{missingProperty: "unit"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data3.amount === undefined){
const err10 = {instancePath:instancePath+"/lines/" + i0,schemaPath:"parts.v1.json#/$defs/line/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data3.balance_after === undefined){
const err11 = {instancePath:instancePath+"/lines/" + i0,schemaPath:"parts.v1.json#/$defs/line/required",keyword:"required",params:{missingProperty: "balance_after"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
for(const key1 in data3){
if(!(((((((key1 === "account") || (key1 === "bucket")) || (key1 === "unit")) || (key1 === "amount")) || (key1 === "cashable")) || (key1 === "balance_after")) || (key1 === "cashable_after"))){
const err12 = {instancePath:instancePath+"/lines/" + i0,schemaPath:"parts.v1.json#/$defs/line/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data3.account !== undefined){
if(typeof data3.account !== "string"){
const err13 = {instancePath:instancePath+"/lines/" + i0+"/account",schemaPath:"parts.v1.json#/$defs/line/properties/account/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data3.bucket !== undefined){
let data5 = data3.bucket;
if(!((data5 === "available") || (data5 === "pending"))){
const err14 = {instancePath:instancePath+"/lines/" + i0+"/bucket",schemaPath:"parts.v1.json#/$defs/line/properties/bucket/enum",keyword:"enum",params:{allowedValues: schema474.properties.bucket.enum}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data3.unit !== undefined){
if(typeof data3.unit !== "string"){
const err15 = {instancePath:instancePath+"/lines/" + i0+"/unit",schemaPath:"parts.v1.json#/$defs/line/properties/unit/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data3.amount !== undefined){
let data7 = data3.amount;
if(typeof data7 === "string"){
if(!pattern224.test(data7)){
const err16 = {instancePath:instancePath+"/lines/" + i0+"/amount",schemaPath:"parts.v1.json#/$defs/line/properties/amount/pattern",keyword:"pattern",params:{pattern: "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/lines/" + i0+"/amount",schemaPath:"parts.v1.json#/$defs/line/properties/amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data3.cashable !== undefined){
let data8 = data3.cashable;
if(typeof data8 === "string"){
if(!pattern224.test(data8)){
const err18 = {instancePath:instancePath+"/lines/" + i0+"/cashable",schemaPath:"parts.v1.json#/$defs/line/properties/cashable/pattern",keyword:"pattern",params:{pattern: "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/lines/" + i0+"/cashable",schemaPath:"parts.v1.json#/$defs/line/properties/cashable/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data3.balance_after !== undefined){
let data9 = data3.balance_after;
if(typeof data9 === "string"){
if(!pattern224.test(data9)){
const err20 = {instancePath:instancePath+"/lines/" + i0+"/balance_after",schemaPath:"parts.v1.json#/$defs/line/properties/balance_after/pattern",keyword:"pattern",params:{pattern: "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/lines/" + i0+"/balance_after",schemaPath:"parts.v1.json#/$defs/line/properties/balance_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data3.cashable_after !== undefined){
let data10 = data3.cashable_after;
if(typeof data10 === "string"){
if(!pattern224.test(data10)){
const err22 = {instancePath:instancePath+"/lines/" + i0+"/cashable_after",schemaPath:"parts.v1.json#/$defs/line/properties/cashable_after/pattern",keyword:"pattern",params:{pattern: "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/lines/" + i0+"/cashable_after",schemaPath:"parts.v1.json#/$defs/line/properties/cashable_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/lines/" + i0,schemaPath:"parts.v1.json#/$defs/line/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/lines",schemaPath:"#/properties/lines/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate221.errors = vErrors;
return errors === 0;
}
validate221.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$request$recorded = validate222;
const schema475 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"RequestRecorded","type":"object","additionalProperties":false,"required":[],"properties":{}};

function validate222(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate222.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate222.errors = vErrors;
return errors === 0;
}
validate222.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$transfer$created = validate223;
const schema476 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"TransferCreated","type":"object","additionalProperties":false,"required":["transfer_id","kind","state","source","destination","amount"],"properties":{"transfer_id":{"type":"string"},"kind":{"enum":["user_to_user","conversion","onramp","offramp"]},"state":{"enum":["pending","awaiting_funds"]},"source":{"$ref":"parts.v1.json#/$defs/endpoint"},"destination":{"$ref":"parts.v1.json#/$defs/endpoint"},"amount":{"type":"string"},"payout":{"type":"object","additionalProperties":false,"required":["amount","rate"],"properties":{"amount":{"type":"string"},"rate":{"type":"string"}}},"receipt":{"$ref":"parts.v1.json#/$defs/receipt"},"deposit_account_id":{"type":"string"},"deposit_instructions":{"$ref":"parts.v1.json#/$defs/deposit_instructions"},"provider_reference":{"type":"string"},"integrator_reference":{"type":"string"},"metadata":{"$ref":"parts.v1.json#/$defs/metadata"}}};
const schema477 = {"type":"object","additionalProperties":false,"required":["type"],"properties":{"type":{"enum":["wallet","fiat","payout_account"]},"wallet_id":{"type":"string"},"payout_account_id":{"type":"string"},"user_id":{"type":"string"},"asset":{"type":"string"},"currency":{"type":"string"},"rail":{"type":"string"}},"title":"Endpoint"};
const schema479 = {"type":"object","additionalProperties":false,"required":[],"properties":{"amount_expected":{"type":"string"},"amount_received":{"type":"string"},"amount_debited":{"type":"string"},"amount_credited":{"type":"string"},"earned_amount":{"type":"string"},"amount_paid_out":{"type":"string"},"rate":{"type":"string"},"rail_reference":{"type":"string"},"fees":{"type":"array","items":{"$ref":"#/$defs/fee"}}},"title":"ReceiptPart"};
const schema480 = {"type":"object","additionalProperties":false,"required":["type","amount","unit"],"properties":{"type":{"type":"string"},"amount":{"type":"string"},"unit":{"type":"string"}},"title":"Fee"};

function validate224(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate224.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema479.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.amount_expected !== undefined){
if(typeof data.amount_expected !== "string"){
const err1 = {instancePath:instancePath+"/amount_expected",schemaPath:"#/properties/amount_expected/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.amount_received !== undefined){
if(typeof data.amount_received !== "string"){
const err2 = {instancePath:instancePath+"/amount_received",schemaPath:"#/properties/amount_received/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.amount_debited !== undefined){
if(typeof data.amount_debited !== "string"){
const err3 = {instancePath:instancePath+"/amount_debited",schemaPath:"#/properties/amount_debited/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.amount_credited !== undefined){
if(typeof data.amount_credited !== "string"){
const err4 = {instancePath:instancePath+"/amount_credited",schemaPath:"#/properties/amount_credited/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.earned_amount !== undefined){
if(typeof data.earned_amount !== "string"){
const err5 = {instancePath:instancePath+"/earned_amount",schemaPath:"#/properties/earned_amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.amount_paid_out !== undefined){
if(typeof data.amount_paid_out !== "string"){
const err6 = {instancePath:instancePath+"/amount_paid_out",schemaPath:"#/properties/amount_paid_out/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.rate !== undefined){
if(typeof data.rate !== "string"){
const err7 = {instancePath:instancePath+"/rate",schemaPath:"#/properties/rate/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.rail_reference !== undefined){
if(typeof data.rail_reference !== "string"){
const err8 = {instancePath:instancePath+"/rail_reference",schemaPath:"#/properties/rail_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.fees !== undefined){
let data8 = data.fees;
if(Array.isArray(data8)){
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
let data9 = data8[i0];
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.type === undefined){
const err9 = {instancePath:instancePath+"/fees/" + i0,schemaPath:"#/$defs/fee/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data9.amount === undefined){
const err10 = {instancePath:instancePath+"/fees/" + i0,schemaPath:"#/$defs/fee/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data9.unit === undefined){
const err11 = {instancePath:instancePath+"/fees/" + i0,schemaPath:"#/$defs/fee/required",keyword:"required",params:{missingProperty: "unit"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
for(const key1 in data9){
if(!(((key1 === "type") || (key1 === "amount")) || (key1 === "unit"))){
const err12 = {instancePath:instancePath+"/fees/" + i0,schemaPath:"#/$defs/fee/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data9.type !== undefined){
if(typeof data9.type !== "string"){
const err13 = {instancePath:instancePath+"/fees/" + i0+"/type",schemaPath:"#/$defs/fee/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data9.amount !== undefined){
if(typeof data9.amount !== "string"){
const err14 = {instancePath:instancePath+"/fees/" + i0+"/amount",schemaPath:"#/$defs/fee/properties/amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data9.unit !== undefined){
if(typeof data9.unit !== "string"){
const err15 = {instancePath:instancePath+"/fees/" + i0+"/unit",schemaPath:"#/$defs/fee/properties/unit/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/fees/" + i0,schemaPath:"#/$defs/fee/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/fees",schemaPath:"#/properties/fees/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate224.errors = vErrors;
return errors === 0;
}
validate224.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate223(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate223.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.transfer_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transfer_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.kind === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.state === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "state"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.source === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.destination === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.amount === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema476.properties, key0))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.transfer_id !== undefined){
if(typeof data.transfer_id !== "string"){
const err7 = {instancePath:instancePath+"/transfer_id",schemaPath:"#/properties/transfer_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.kind !== undefined){
let data1 = data.kind;
if(!((((data1 === "user_to_user") || (data1 === "conversion")) || (data1 === "onramp")) || (data1 === "offramp"))){
const err8 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/enum",keyword:"enum",params:{allowedValues: schema476.properties.kind.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.state !== undefined){
let data2 = data.state;
if(!((data2 === "pending") || (data2 === "awaiting_funds"))){
const err9 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/enum",keyword:"enum",params:{allowedValues: schema476.properties.state.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.source !== undefined){
let data3 = data.source;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.type === undefined){
const err10 = {instancePath:instancePath+"/source",schemaPath:"parts.v1.json#/$defs/endpoint/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key1 in data3){
if(!(((((((key1 === "type") || (key1 === "wallet_id")) || (key1 === "payout_account_id")) || (key1 === "user_id")) || (key1 === "asset")) || (key1 === "currency")) || (key1 === "rail"))){
const err11 = {instancePath:instancePath+"/source",schemaPath:"parts.v1.json#/$defs/endpoint/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data3.type !== undefined){
let data4 = data3.type;
if(!(((data4 === "wallet") || (data4 === "fiat")) || (data4 === "payout_account"))){
const err12 = {instancePath:instancePath+"/source/type",schemaPath:"parts.v1.json#/$defs/endpoint/properties/type/enum",keyword:"enum",params:{allowedValues: schema477.properties.type.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data3.wallet_id !== undefined){
if(typeof data3.wallet_id !== "string"){
const err13 = {instancePath:instancePath+"/source/wallet_id",schemaPath:"parts.v1.json#/$defs/endpoint/properties/wallet_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data3.payout_account_id !== undefined){
if(typeof data3.payout_account_id !== "string"){
const err14 = {instancePath:instancePath+"/source/payout_account_id",schemaPath:"parts.v1.json#/$defs/endpoint/properties/payout_account_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data3.user_id !== undefined){
if(typeof data3.user_id !== "string"){
const err15 = {instancePath:instancePath+"/source/user_id",schemaPath:"parts.v1.json#/$defs/endpoint/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data3.asset !== undefined){
if(typeof data3.asset !== "string"){
const err16 = {instancePath:instancePath+"/source/asset",schemaPath:"parts.v1.json#/$defs/endpoint/properties/asset/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data3.currency !== undefined){
if(typeof data3.currency !== "string"){
const err17 = {instancePath:instancePath+"/source/currency",schemaPath:"parts.v1.json#/$defs/endpoint/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data3.rail !== undefined){
if(typeof data3.rail !== "string"){
const err18 = {instancePath:instancePath+"/source/rail",schemaPath:"parts.v1.json#/$defs/endpoint/properties/rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/source",schemaPath:"parts.v1.json#/$defs/endpoint/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.destination !== undefined){
let data11 = data.destination;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.type === undefined){
const err20 = {instancePath:instancePath+"/destination",schemaPath:"parts.v1.json#/$defs/endpoint/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
for(const key2 in data11){
if(!(((((((key2 === "type") || (key2 === "wallet_id")) || (key2 === "payout_account_id")) || (key2 === "user_id")) || (key2 === "asset")) || (key2 === "currency")) || (key2 === "rail"))){
const err21 = {instancePath:instancePath+"/destination",schemaPath:"parts.v1.json#/$defs/endpoint/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data11.type !== undefined){
let data12 = data11.type;
if(!(((data12 === "wallet") || (data12 === "fiat")) || (data12 === "payout_account"))){
const err22 = {instancePath:instancePath+"/destination/type",schemaPath:"parts.v1.json#/$defs/endpoint/properties/type/enum",keyword:"enum",params:{allowedValues: schema477.properties.type.enum}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data11.wallet_id !== undefined){
if(typeof data11.wallet_id !== "string"){
const err23 = {instancePath:instancePath+"/destination/wallet_id",schemaPath:"parts.v1.json#/$defs/endpoint/properties/wallet_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data11.payout_account_id !== undefined){
if(typeof data11.payout_account_id !== "string"){
const err24 = {instancePath:instancePath+"/destination/payout_account_id",schemaPath:"parts.v1.json#/$defs/endpoint/properties/payout_account_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data11.user_id !== undefined){
if(typeof data11.user_id !== "string"){
const err25 = {instancePath:instancePath+"/destination/user_id",schemaPath:"parts.v1.json#/$defs/endpoint/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data11.asset !== undefined){
if(typeof data11.asset !== "string"){
const err26 = {instancePath:instancePath+"/destination/asset",schemaPath:"parts.v1.json#/$defs/endpoint/properties/asset/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data11.currency !== undefined){
if(typeof data11.currency !== "string"){
const err27 = {instancePath:instancePath+"/destination/currency",schemaPath:"parts.v1.json#/$defs/endpoint/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data11.rail !== undefined){
if(typeof data11.rail !== "string"){
const err28 = {instancePath:instancePath+"/destination/rail",schemaPath:"parts.v1.json#/$defs/endpoint/properties/rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/destination",schemaPath:"parts.v1.json#/$defs/endpoint/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.amount !== undefined){
if(typeof data.amount !== "string"){
const err30 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.payout !== undefined){
let data20 = data.payout;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(data20.amount === undefined){
const err31 = {instancePath:instancePath+"/payout",schemaPath:"#/properties/payout/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data20.rate === undefined){
const err32 = {instancePath:instancePath+"/payout",schemaPath:"#/properties/payout/required",keyword:"required",params:{missingProperty: "rate"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
for(const key3 in data20){
if(!((key3 === "amount") || (key3 === "rate"))){
const err33 = {instancePath:instancePath+"/payout",schemaPath:"#/properties/payout/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data20.amount !== undefined){
if(typeof data20.amount !== "string"){
const err34 = {instancePath:instancePath+"/payout/amount",schemaPath:"#/properties/payout/properties/amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data20.rate !== undefined){
if(typeof data20.rate !== "string"){
const err35 = {instancePath:instancePath+"/payout/rate",schemaPath:"#/properties/payout/properties/rate/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/payout",schemaPath:"#/properties/payout/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.receipt !== undefined){
if(!(validate224(data.receipt, {instancePath:instancePath+"/receipt",parentData:data,parentDataProperty:"receipt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate224.errors : vErrors.concat(validate224.errors);
errors = vErrors.length;
}
}
if(data.deposit_account_id !== undefined){
if(typeof data.deposit_account_id !== "string"){
const err37 = {instancePath:instancePath+"/deposit_account_id",schemaPath:"#/properties/deposit_account_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.deposit_instructions !== undefined){
let data25 = data.deposit_instructions;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.type === undefined){
const err38 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"parts.v1.json#/$defs/deposit_instructions/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data25.currency === undefined){
const err39 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"parts.v1.json#/$defs/deposit_instructions/required",keyword:"required",params:{missingProperty: "currency"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data25.rail === undefined){
const err40 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"parts.v1.json#/$defs/deposit_instructions/required",keyword:"required",params:{missingProperty: "rail"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data25.reference === undefined){
const err41 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"parts.v1.json#/$defs/deposit_instructions/required",keyword:"required",params:{missingProperty: "reference"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
for(const key4 in data25){
if(!(func1.call(schema454.properties, key4))){
const err42 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"parts.v1.json#/$defs/deposit_instructions/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data25.type !== undefined){
let data26 = data25.type;
if(!(((data26 === "bank") || (data26 === "mobile_money")) || (data26 === "emailpay"))){
const err43 = {instancePath:instancePath+"/deposit_instructions/type",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/type/enum",keyword:"enum",params:{allowedValues: schema454.properties.type.enum}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data25.currency !== undefined){
if(typeof data25.currency !== "string"){
const err44 = {instancePath:instancePath+"/deposit_instructions/currency",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/currency/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data25.rail !== undefined){
if(typeof data25.rail !== "string"){
const err45 = {instancePath:instancePath+"/deposit_instructions/rail",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/rail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data25.bank_name !== undefined){
if(typeof data25.bank_name !== "string"){
const err46 = {instancePath:instancePath+"/deposit_instructions/bank_name",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/bank_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data25.bank_address !== undefined){
if(typeof data25.bank_address !== "string"){
const err47 = {instancePath:instancePath+"/deposit_instructions/bank_address",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/bank_address/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data25.account_name !== undefined){
if(typeof data25.account_name !== "string"){
const err48 = {instancePath:instancePath+"/deposit_instructions/account_name",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/account_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data25.account_number !== undefined){
if(typeof data25.account_number !== "string"){
const err49 = {instancePath:instancePath+"/deposit_instructions/account_number",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/account_number/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data25.routing_code !== undefined){
if(typeof data25.routing_code !== "string"){
const err50 = {instancePath:instancePath+"/deposit_instructions/routing_code",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/routing_code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data25.swift_bic !== undefined){
if(typeof data25.swift_bic !== "string"){
const err51 = {instancePath:instancePath+"/deposit_instructions/swift_bic",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/swift_bic/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data25.reference !== undefined){
if(typeof data25.reference !== "string"){
const err52 = {instancePath:instancePath+"/deposit_instructions/reference",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data25.amount !== undefined){
if(typeof data25.amount !== "string"){
const err53 = {instancePath:instancePath+"/deposit_instructions/amount",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data25.expires_at !== undefined){
if(typeof data25.expires_at !== "string"){
const err54 = {instancePath:instancePath+"/deposit_instructions/expires_at",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/expires_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data25.provider !== undefined){
if(typeof data25.provider !== "string"){
const err55 = {instancePath:instancePath+"/deposit_instructions/provider",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/provider/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data25.merchant_code !== undefined){
if(typeof data25.merchant_code !== "string"){
const err56 = {instancePath:instancePath+"/deposit_instructions/merchant_code",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/merchant_code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data25.phone_number !== undefined){
if(typeof data25.phone_number !== "string"){
const err57 = {instancePath:instancePath+"/deposit_instructions/phone_number",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/phone_number/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data25.approval_url !== undefined){
if(typeof data25.approval_url !== "string"){
const err58 = {instancePath:instancePath+"/deposit_instructions/approval_url",schemaPath:"parts.v1.json#/$defs/deposit_instructions/properties/approval_url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
}
else {
const err59 = {instancePath:instancePath+"/deposit_instructions",schemaPath:"parts.v1.json#/$defs/deposit_instructions/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data.provider_reference !== undefined){
if(typeof data.provider_reference !== "string"){
const err60 = {instancePath:instancePath+"/provider_reference",schemaPath:"#/properties/provider_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.integrator_reference !== undefined){
if(typeof data.integrator_reference !== "string"){
const err61 = {instancePath:instancePath+"/integrator_reference",schemaPath:"#/properties/integrator_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data.metadata !== undefined){
let data44 = data.metadata;
if(data44 && typeof data44 == "object" && !Array.isArray(data44)){
for(const key5 in data44){
if(typeof data44[key5] !== "string"){
const err62 = {instancePath:instancePath+"/metadata/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"parts.v1.json#/$defs/metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
}
else {
const err63 = {instancePath:instancePath+"/metadata",schemaPath:"parts.v1.json#/$defs/metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
else {
const err64 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
validate223.errors = vErrors;
return errors === 0;
}
validate223.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$transfer$state_changed = validate226;
const schema483 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"TransferStateChanged","type":"object","additionalProperties":false,"required":["transfer_id","state"],"properties":{"transfer_id":{"type":"string"},"state":{"$ref":"parts.v1.json#/$defs/transfer_state"},"state_reason":{"$ref":"parts.v1.json#/$defs/reason"},"receipt":{"$ref":"parts.v1.json#/$defs/receipt"},"expires_at":{"type":"string"},"deposit_id":{"type":"string"}}};
const schema484 = {"title":"TransferState","enum":["pending","awaiting_funds","funds_received","in_review","payout_submitted","completed","failed","canceled","returned","undeliverable","refunded"]};

function validate227(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate227.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema479.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.amount_expected !== undefined){
if(typeof data.amount_expected !== "string"){
const err1 = {instancePath:instancePath+"/amount_expected",schemaPath:"#/properties/amount_expected/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.amount_received !== undefined){
if(typeof data.amount_received !== "string"){
const err2 = {instancePath:instancePath+"/amount_received",schemaPath:"#/properties/amount_received/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.amount_debited !== undefined){
if(typeof data.amount_debited !== "string"){
const err3 = {instancePath:instancePath+"/amount_debited",schemaPath:"#/properties/amount_debited/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.amount_credited !== undefined){
if(typeof data.amount_credited !== "string"){
const err4 = {instancePath:instancePath+"/amount_credited",schemaPath:"#/properties/amount_credited/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.earned_amount !== undefined){
if(typeof data.earned_amount !== "string"){
const err5 = {instancePath:instancePath+"/earned_amount",schemaPath:"#/properties/earned_amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.amount_paid_out !== undefined){
if(typeof data.amount_paid_out !== "string"){
const err6 = {instancePath:instancePath+"/amount_paid_out",schemaPath:"#/properties/amount_paid_out/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.rate !== undefined){
if(typeof data.rate !== "string"){
const err7 = {instancePath:instancePath+"/rate",schemaPath:"#/properties/rate/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.rail_reference !== undefined){
if(typeof data.rail_reference !== "string"){
const err8 = {instancePath:instancePath+"/rail_reference",schemaPath:"#/properties/rail_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.fees !== undefined){
let data8 = data.fees;
if(Array.isArray(data8)){
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
let data9 = data8[i0];
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.type === undefined){
const err9 = {instancePath:instancePath+"/fees/" + i0,schemaPath:"#/$defs/fee/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data9.amount === undefined){
const err10 = {instancePath:instancePath+"/fees/" + i0,schemaPath:"#/$defs/fee/required",keyword:"required",params:{missingProperty: "amount"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data9.unit === undefined){
const err11 = {instancePath:instancePath+"/fees/" + i0,schemaPath:"#/$defs/fee/required",keyword:"required",params:{missingProperty: "unit"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
for(const key1 in data9){
if(!(((key1 === "type") || (key1 === "amount")) || (key1 === "unit"))){
const err12 = {instancePath:instancePath+"/fees/" + i0,schemaPath:"#/$defs/fee/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data9.type !== undefined){
if(typeof data9.type !== "string"){
const err13 = {instancePath:instancePath+"/fees/" + i0+"/type",schemaPath:"#/$defs/fee/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data9.amount !== undefined){
if(typeof data9.amount !== "string"){
const err14 = {instancePath:instancePath+"/fees/" + i0+"/amount",schemaPath:"#/$defs/fee/properties/amount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data9.unit !== undefined){
if(typeof data9.unit !== "string"){
const err15 = {instancePath:instancePath+"/fees/" + i0+"/unit",schemaPath:"#/$defs/fee/properties/unit/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/fees/" + i0,schemaPath:"#/$defs/fee/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/fees",schemaPath:"#/properties/fees/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate227.errors = vErrors;
return errors === 0;
}
validate227.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate226(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate226.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.transfer_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transfer_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.state === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "state"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "transfer_id") || (key0 === "state")) || (key0 === "state_reason")) || (key0 === "receipt")) || (key0 === "expires_at")) || (key0 === "deposit_id"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.transfer_id !== undefined){
if(typeof data.transfer_id !== "string"){
const err3 = {instancePath:instancePath+"/transfer_id",schemaPath:"#/properties/transfer_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.state !== undefined){
let data1 = data.state;
if(!(((((((((((data1 === "pending") || (data1 === "awaiting_funds")) || (data1 === "funds_received")) || (data1 === "in_review")) || (data1 === "payout_submitted")) || (data1 === "completed")) || (data1 === "failed")) || (data1 === "canceled")) || (data1 === "returned")) || (data1 === "undeliverable")) || (data1 === "refunded"))){
const err4 = {instancePath:instancePath+"/state",schemaPath:"parts.v1.json#/$defs/transfer_state/enum",keyword:"enum",params:{allowedValues: schema484.enum}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.state_reason !== undefined){
let data2 = data.state_reason;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.code === undefined){
const err5 = {instancePath:instancePath+"/state_reason",schemaPath:"parts.v1.json#/$defs/reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2.message === undefined){
const err6 = {instancePath:instancePath+"/state_reason",schemaPath:"parts.v1.json#/$defs/reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key1 in data2){
if(!((key1 === "code") || (key1 === "message"))){
const err7 = {instancePath:instancePath+"/state_reason",schemaPath:"parts.v1.json#/$defs/reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data2.code !== undefined){
if(typeof data2.code !== "string"){
const err8 = {instancePath:instancePath+"/state_reason/code",schemaPath:"parts.v1.json#/$defs/reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data2.message !== undefined){
if(typeof data2.message !== "string"){
const err9 = {instancePath:instancePath+"/state_reason/message",schemaPath:"parts.v1.json#/$defs/reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/state_reason",schemaPath:"parts.v1.json#/$defs/reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.receipt !== undefined){
if(!(validate227(data.receipt, {instancePath:instancePath+"/receipt",parentData:data,parentDataProperty:"receipt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate227.errors : vErrors.concat(validate227.errors);
errors = vErrors.length;
}
}
if(data.expires_at !== undefined){
if(typeof data.expires_at !== "string"){
const err11 = {instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.deposit_id !== undefined){
if(typeof data.deposit_id !== "string"){
const err12 = {instancePath:instancePath+"/deposit_id",schemaPath:"#/properties/deposit_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate226.errors = vErrors;
return errors === 0;
}
validate226.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$user$created = validate229;
const schema488 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"UserCreated","type":"object","additionalProperties":false,"required":["user_id","type","external_reference","country","sealed","metadata"],"properties":{"user_id":{"type":"string"},"type":{"enum":["individual","business"]},"external_reference":{"type":"string"},"country":{"type":["string","null"]},"sealed":{"anyOf":[{"type":"string"},{"type":"null"}]},"metadata":{"$ref":"parts.v1.json#/$defs/metadata"}}};

function validate229(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate229.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.user_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.type === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.external_reference === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "external_reference"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.country === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "country"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.sealed === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "sealed"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.metadata === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "user_id") || (key0 === "type")) || (key0 === "external_reference")) || (key0 === "country")) || (key0 === "sealed")) || (key0 === "metadata"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.user_id !== undefined){
if(typeof data.user_id !== "string"){
const err7 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.type !== undefined){
let data1 = data.type;
if(!((data1 === "individual") || (data1 === "business"))){
const err8 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema488.properties.type.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.external_reference !== undefined){
if(typeof data.external_reference !== "string"){
const err9 = {instancePath:instancePath+"/external_reference",schemaPath:"#/properties/external_reference/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.country !== undefined){
let data3 = data.country;
if((typeof data3 !== "string") && (data3 !== null)){
const err10 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/type",keyword:"type",params:{type: schema488.properties.country.type}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.sealed !== undefined){
let data4 = data.sealed;
const _errs10 = errors;
let valid1 = false;
const _errs11 = errors;
if(typeof data4 !== "string"){
const err11 = {instancePath:instancePath+"/sealed",schemaPath:"#/properties/sealed/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs11 === errors;
valid1 = valid1 || _valid0;
const _errs13 = errors;
if(data4 !== null){
const err12 = {instancePath:instancePath+"/sealed",schemaPath:"#/properties/sealed/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid0 = _errs13 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err13 = {instancePath:instancePath+"/sealed",schemaPath:"#/properties/sealed/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
}
}
if(data.metadata !== undefined){
let data5 = data.metadata;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key1 in data5){
if(typeof data5[key1] !== "string"){
const err14 = {instancePath:instancePath+"/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"parts.v1.json#/$defs/metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/metadata",schemaPath:"parts.v1.json#/$defs/metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate229.errors = vErrors;
return errors === 0;
}
validate229.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$user$deactivated = validate230;
const schema490 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"UserDeactivated","type":"object","additionalProperties":false,"required":["user_id","frozen_wallet_ids"],"properties":{"user_id":{"type":"string"},"frozen_wallet_ids":{"type":"array","items":{"type":"string"}}}};

function validate230(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate230.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.user_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.frozen_wallet_ids === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "frozen_wallet_ids"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "user_id") || (key0 === "frozen_wallet_ids"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.user_id !== undefined){
if(typeof data.user_id !== "string"){
const err3 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.frozen_wallet_ids !== undefined){
let data1 = data.frozen_wallet_ids;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(typeof data1[i0] !== "string"){
const err4 = {instancePath:instancePath+"/frozen_wallet_ids/" + i0,schemaPath:"#/properties/frozen_wallet_ids/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/frozen_wallet_ids",schemaPath:"#/properties/frozen_wallet_ids/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate230.errors = vErrors;
return errors === 0;
}
validate230.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$user$kyc_status_changed = validate231;
const schema491 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"UserKycStatusChanged","type":"object","additionalProperties":false,"required":["user_id","kyc_status","rejection_reasons"],"properties":{"user_id":{"type":"string"},"kyc_status":{"enum":["not_started","under_review","incomplete","approved","rejected"]},"rejection_reasons":{"type":"array","items":{"$ref":"parts.v1.json#/$defs/reason"}}}};

function validate231(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate231.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.user_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.kyc_status === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kyc_status"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.rejection_reasons === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rejection_reasons"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "user_id") || (key0 === "kyc_status")) || (key0 === "rejection_reasons"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.user_id !== undefined){
if(typeof data.user_id !== "string"){
const err4 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.kyc_status !== undefined){
let data1 = data.kyc_status;
if(!(((((data1 === "not_started") || (data1 === "under_review")) || (data1 === "incomplete")) || (data1 === "approved")) || (data1 === "rejected"))){
const err5 = {instancePath:instancePath+"/kyc_status",schemaPath:"#/properties/kyc_status/enum",keyword:"enum",params:{allowedValues: schema491.properties.kyc_status.enum}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.rejection_reasons !== undefined){
let data2 = data.rejection_reasons;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.code === undefined){
const err6 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"parts.v1.json#/$defs/reason/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data3.message === undefined){
const err7 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"parts.v1.json#/$defs/reason/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key1 in data3){
if(!((key1 === "code") || (key1 === "message"))){
const err8 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"parts.v1.json#/$defs/reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data3.code !== undefined){
if(typeof data3.code !== "string"){
const err9 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/code",schemaPath:"parts.v1.json#/$defs/reason/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data3.message !== undefined){
if(typeof data3.message !== "string"){
const err10 = {instancePath:instancePath+"/rejection_reasons/" + i0+"/message",schemaPath:"parts.v1.json#/$defs/reason/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/rejection_reasons/" + i0,schemaPath:"parts.v1.json#/$defs/reason/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/rejection_reasons",schemaPath:"#/properties/rejection_reasons/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate231.errors = vErrors;
return errors === 0;
}
validate231.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$user$terms_status_changed = validate232;
const schema493 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"UserTermsStatusChanged","type":"object","additionalProperties":false,"required":["user_id","terms_status"],"properties":{"user_id":{"type":"string"},"terms_status":{"enum":["pending","approved"]}}};

function validate232(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate232.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.user_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.terms_status === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terms_status"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "user_id") || (key0 === "terms_status"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.user_id !== undefined){
if(typeof data.user_id !== "string"){
const err3 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.terms_status !== undefined){
let data1 = data.terms_status;
if(!((data1 === "pending") || (data1 === "approved"))){
const err4 = {instancePath:instancePath+"/terms_status",schemaPath:"#/properties/terms_status/enum",keyword:"enum",params:{allowedValues: schema493.properties.terms_status.enum}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate232.errors = vErrors;
return errors === 0;
}
validate232.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$user$updated = validate233;
const schema494 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"UserUpdated","type":"object","additionalProperties":false,"required":["user_id"],"properties":{"user_id":{"type":"string"},"sealed":{"anyOf":[{"type":"string"},{"type":"null"}]},"metadata":{"$ref":"parts.v1.json#/$defs/metadata"},"country":{"type":"string"}}};

function validate233(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate233.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.user_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "user_id") || (key0 === "sealed")) || (key0 === "metadata")) || (key0 === "country"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.user_id !== undefined){
if(typeof data.user_id !== "string"){
const err2 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.sealed !== undefined){
let data1 = data.sealed;
const _errs5 = errors;
let valid1 = false;
const _errs6 = errors;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/sealed",schemaPath:"#/properties/sealed/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs6 === errors;
valid1 = valid1 || _valid0;
const _errs8 = errors;
if(data1 !== null){
const err4 = {instancePath:instancePath+"/sealed",schemaPath:"#/properties/sealed/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err5 = {instancePath:instancePath+"/sealed",schemaPath:"#/properties/sealed/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
}
if(data.metadata !== undefined){
let data2 = data.metadata;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 in data2){
if(typeof data2[key1] !== "string"){
const err6 = {instancePath:instancePath+"/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"parts.v1.json#/$defs/metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/metadata",schemaPath:"parts.v1.json#/$defs/metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.country !== undefined){
if(typeof data.country !== "string"){
const err8 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate233.errors = vErrors;
return errors === 0;
}
validate233.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$wallet$frozen = validate234;
const schema496 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"WalletFrozen","type":"object","additionalProperties":false,"required":["wallet_id","reason"],"properties":{"wallet_id":{"type":"string"},"reason":{"type":"string"}}};

function validate234(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate234.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.wallet_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "wallet_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.reason === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "wallet_id") || (key0 === "reason"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.wallet_id !== undefined){
if(typeof data.wallet_id !== "string"){
const err3 = {instancePath:instancePath+"/wallet_id",schemaPath:"#/properties/wallet_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.reason !== undefined){
if(typeof data.reason !== "string"){
const err4 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate234.errors = vErrors;
return errors === 0;
}
validate234.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$wallet$opened = validate235;
const schema497 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"WalletOpened","type":"object","additionalProperties":false,"required":["wallet_id","user_id","asset","price_risk_acknowledged","metadata"],"properties":{"wallet_id":{"type":"string"},"user_id":{"type":"string"},"asset":{"type":"string"},"price_risk_acknowledged":{"type":"boolean"},"metadata":{"$ref":"parts.v1.json#/$defs/metadata"}}};

function validate235(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate235.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.wallet_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "wallet_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.user_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.asset === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "asset"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.price_risk_acknowledged === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "price_risk_acknowledged"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.metadata === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "wallet_id") || (key0 === "user_id")) || (key0 === "asset")) || (key0 === "price_risk_acknowledged")) || (key0 === "metadata"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.wallet_id !== undefined){
if(typeof data.wallet_id !== "string"){
const err6 = {instancePath:instancePath+"/wallet_id",schemaPath:"#/properties/wallet_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.user_id !== undefined){
if(typeof data.user_id !== "string"){
const err7 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.asset !== undefined){
if(typeof data.asset !== "string"){
const err8 = {instancePath:instancePath+"/asset",schemaPath:"#/properties/asset/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.price_risk_acknowledged !== undefined){
if(typeof data.price_risk_acknowledged !== "boolean"){
const err9 = {instancePath:instancePath+"/price_risk_acknowledged",schemaPath:"#/properties/price_risk_acknowledged/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.metadata !== undefined){
let data4 = data.metadata;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key1 in data4){
if(typeof data4[key1] !== "string"){
const err10 = {instancePath:instancePath+"/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"parts.v1.json#/$defs/metadata/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/metadata",schemaPath:"parts.v1.json#/$defs/metadata/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate235.errors = vErrors;
return errors === 0;
}
validate235.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const book$wallet$unfrozen = validate236;
const schema499 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"WalletUnfrozen","type":"object","additionalProperties":false,"required":["wallet_id","reason"],"properties":{"wallet_id":{"type":"string"},"reason":{"type":"string"}}};

function validate236(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate236.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.wallet_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "wallet_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.reason === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "wallet_id") || (key0 === "reason"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.wallet_id !== undefined){
if(typeof data.wallet_id !== "string"){
const err3 = {instancePath:instancePath+"/wallet_id",schemaPath:"#/properties/wallet_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.reason !== undefined){
if(typeof data.reason !== "string"){
const err4 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate236.errors = vErrors;
return errors === 0;
}
validate236.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateEventData = {
'deposit.arrived': book$deposit$arrived,
'deposit.sent_back': book$deposit$sent_back,
'deposit_account.deactivated': book$deposit_account$deactivated,
'deposit_account.opened': book$deposit_account$opened,
'deposit_account.reactivated': book$deposit_account$reactivated,
'identity.submitted': book$identity$submitted,
'offramp.approved': book$offramp$approved,
'onboarding_link.completed': book$onboarding_link$completed,
'onboarding_links.issued': book$onboarding_links$issued,
'payout_account.deleted': book$payout_account$deleted,
'payout_account.name_checked': book$payout_account$name_checked,
'payout_account.opened': book$payout_account$opened,
'posting.recorded': book$posting$recorded,
'request.recorded': book$request$recorded,
'transfer.created': book$transfer$created,
'transfer.state_changed': book$transfer$state_changed,
'user.created': book$user$created,
'user.deactivated': book$user$deactivated,
'user.kyc_status_changed': book$user$kyc_status_changed,
'user.terms_status_changed': book$user$terms_status_changed,
'user.updated': book$user$updated,
'wallet.frozen': book$wallet$frozen,
'wallet.opened': book$wallet$opened,
'wallet.unfrozen': book$wallet$unfrozen,
};

export const validatePlatformEventData = {
'integrator.created': platform$integrator$created,
'key.expiry_set': platform$key$expiry_set,
'key.issued': platform$key$issued,
'key.revoked': platform$key$revoked,
'operator_token.issued': platform$operator_token$issued,
'operator_token.revoked': platform$operator_token$revoked,
'rail.availability_changed': platform$rail$availability_changed,
'request.recorded': platform$request$recorded,
};
