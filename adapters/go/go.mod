module plywood

go 1.18
