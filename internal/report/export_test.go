package report

var Printable = printable
